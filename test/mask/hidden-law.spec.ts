import { isDeepStrictEqual } from "node:util";
import { createFileRegistry } from "@bufbuild/protobuf";
import { assert, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import { applyUpdate, deriveMask, MaskPathError, type Mask } from "../../runtime/src/messages/mask/index.js";
import { Dice } from "./dice.fixture.js";
import { dynamicFrom, treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { HiddenValues, randomInputOnly } from "./hidden.fixture.js";
import { numRuns, oddNothing, pairsOf, runParameters } from "./random-cases.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";
import type { Tree } from "./tree.fixture.js";

const registry = createFileRegistry(descriptors());
const Thing = messageType(registry, "shapes.v1.Thing");
const types = [...registry].filter(
  (type) => type.kind === "message" && type.typeName.startsWith("shapes.v1."),
) as (typeof Thing)[];
const parameters = runParameters();

/** The same types with other fields that no response shows. */
const schemas = Array.from({ length: 60 }, (_, index) => {
  const behaviors = randomInputOnly(types, new Dice(parameters.seed + index, 0));
  return { table: tableSource(behaviors)(Thing), hidden: new HiddenValues(types, behaviors) };
});
const cases = record({ pair: pairsOf(Thing), at: integer({ min: 0, max: schemas.length - 1 }) });

describe("an Update without a mask of its own, where fields are INPUT_ONLY", () => {
  it("makes the resource what was sent and keeps what no response shows, or is refused for a list", () => {
    const seen = { refused: 0, kept: 0, cleared: 0 };
    assert(
      property(cases, ({ pair: { before, after, dice }, at }) => {
        const { table, hidden } = schemas[at] ?? { table: undefined, hidden: undefined };
        if (!table) throw new Error("no such schema");
        const [old, now] = [generatedFrom(Thing, before), generatedFrom(Thing, after, oddNothing(dice))];
        const mask = maskOrRefusal(() => deriveMask(table, now));
        expect(mask === undefined).toBe(hidden.lacksInList(Thing, after));
        if (mask === undefined) {
          seen.refused++;
          return;
        }
        const want = hidden.merged(Thing, before, after);
        expectSame(treeOfGenerated(Thing, applyUpdate(table, old, now, mask)), want, mask);
        const rules = { neverNull: ["metadata", "spec"] };
        const isWhole = after["metadata"] !== undefined && after["spec"] !== undefined;
        if (isWhole)
          expectSame(treeOfGenerated(Thing, applyUpdate(table, old, now, mask, rules)), want, mask);
        const dynamic = applyDynamicUpdate(dynamicFrom(Thing, before), dynamicFrom(Thing, after), mask);
        expectSame(treeOfDynamic(dynamic), want, mask);
        seen.kept += Number(!isDeepStrictEqual(want, after));
        seen.cleared += Number(!mask.isEmpty);
      }),
      parameters,
    );
    console.log(seen);
    expect(seen.kept).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(numRuns / 20);
    expect(seen.refused).toBeLessThan(5000);
  });
});

function maskOrRefusal(make: () => Mask): Mask | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof MaskPathError) return undefined;
    throw error;
  }
}

function expectSame(got: Tree, want: Tree, mask: Mask): void {
  if (!isDeepStrictEqual(got, want)) expect(got, `mask ${String(mask)}`).toStrictEqual(want);
}
