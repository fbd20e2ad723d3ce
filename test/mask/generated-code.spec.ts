import { isDeepStrictEqual } from "node:util";
import { createFileRegistry, fromBinary, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { assert, property } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import { deriveMask, diffMask } from "../../runtime/src/messages/mask/index.js";
import type { MessageTable } from "../../runtime/src/messages/table/table.js";
import type { MessageType } from "../../runtime/src/messages/wire/message-type.js";
import { treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { generateSdk, type GeneratedSdk } from "./generated-sdk.fixture.js";
import { numRuns, oddNothing, pairsOf, runParameters } from "./random-cases.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";

const registry = createFileRegistry(descriptors());
const Thing = messageType(registry, "shapes.v1.Thing");

/** What the generator writes for `Thing`. */
interface Generated {
  readonly Thing: MessageType<object>;
}

describe("the code that the generator writes for every shape of field", () => {
  let sdk: GeneratedSdk;
  let generated: Generated;

  beforeAll(async () => {
    sdk = generateSdk();
    generated = await sdk.load<Generated>("shapes/v1/shapes.ts");
  });

  afterAll(() => sdk.remove());

  it("has the tables that the descriptors ask for", () => {
    const seen = new Set<string>();
    compare(generated.Thing, tableSource()(Thing), seen);
    expect(seen.size).toBeGreaterThan(15);
  });

  it.each(["deriveMask", "diffMask"] as const)(
    "keeps the law over its own bytes: with %s a server gets what was sent",
    (kind) => {
      const { Thing: type } = generated;
      assert(
        property(pairsOf(Thing), ({ before, after, dice }) => {
          const old = generatedFrom(Thing, before, oddNothing(dice));
          const now = generatedFrom(Thing, after, oddNothing(dice));
          const mask = kind === "deriveMask" ? deriveMask(type, now) : diffMask(type, old, now);
          const bytes = type.encode(now);
          const result = applyDynamicUpdate(received(type.encode(old)), received(bytes), mask.toString());
          expectSame(treeOfDynamic(result), after);
          expectSame(treeOfGenerated(Thing, type.decode(bytes)), after);
        }),
        runParameters(numRuns / 2),
      );
    },
  );

  it("encodes a filled message as the message itself", () => {
    const { Thing: type } = generated;
    assert(
      property(pairsOf(Thing), ({ before, dice }) => {
        const message = generatedFrom(Thing, before, oddNothing(dice));
        expectSame(type.encode(type.create(message)), type.encode(message));
        const decoded = type.decode(type.encode(message));
        expectSame(treeOfGenerated(Thing, type.create(decoded)), before);
      }),
      runParameters(numRuns / 2),
    );
  });
});

function received(bytes: Uint8Array): ReflectMessage {
  return reflect(Thing as DescMessage, fromBinary(Thing, bytes));
}

function expectSame(got: unknown, want: unknown): void {
  if (!isDeepStrictEqual(got, want)) expect(got).toStrictEqual(want);
}

/** Compares a table with the one made from descriptors, and the tables of all messages below. */
function compare(table: MessageTable, wanted: MessageTable, seen: Set<string>): void {
  if (seen.has(table.typeName)) return;
  seen.add(table.typeName);
  expect(outline(table)).toEqual(outline(wanted));
  for (const [at, { shape }] of table.fields.entries()) {
    const other = wanted.fields[at]?.shape.type;
    if (shape.type.kind === "message" && other?.kind === "message")
      compare(shape.type.table, other.table, seen);
  }
}

function outline(table: MessageTable): unknown {
  const fields = table.fields.map(({ name, local, shape, hasPresence, oneof }) => ({
    name,
    local,
    hasPresence,
    oneof,
    kind: shape.kind,
    key: shape.kind === "map" ? shape.key : undefined,
    type: shape.type.kind === "message" ? shape.type.table.typeName : shape.type,
  }));
  return { typeName: table.typeName, fields };
}
