import { isDeepStrictEqual } from "node:util";
import { createFileRegistry, type DescMessage } from "@bufbuild/protobuf";
import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import { compactMask } from "../../runtime/src/messages/mask/derive/compact-mask.js";
import { deriveMask, diffMask, parseMask, type Mask } from "../../runtime/src/messages/mask/index.js";
import { ImmutableChange, manners, readUpdate, type Reading } from "../update/server-reading.fixture.js";
import { readMask } from "../update/mask-text.fixture.js";
import type { Dice } from "./dice.fixture.js";
import { dynamicFrom, treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom } from "./generated-message.fixture.js";
import { entriesOfMask, textOf } from "./mask-entries.fixture.js";
import { numRuns, pairsOf, runParameters, type Pair } from "./random-cases.fixture.js";
import { randomMask, star, type Step } from "./random-mask.fixture.js";
import { descriptors, messageType, olderVersion } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";
import { asTree, isTreeList, isTreeMap, project, type Tree, type TreeValue } from "./tree.fixture.js";

const set = descriptors();
const ServerThing = messageType(createFileRegistry(set), "shapes.v1.Thing");
const ClientThing = messageType(olderVersion(set), "shapes.v1.Thing");
const table = tableSource()(ClientThing);
const readings: readonly Reading[] = manners.flatMap((manner) =>
  [true, false].map((isStrict) => ({ manner, isStrict })),
);
/** Each mask is read fourteen times. */
const maskCount = Math.ceil(numRuns / 4);

describe("the shortest text of a mask", () => {
  it("means the same for its request, whatever a server has and however it reads", () => {
    const seen = { shorter: 0, wildcards: 0, half: 0 };
    assert(
      property(pairsOf(ServerThing), pairsOf(ServerThing), (own, other) => {
        const { before, dice } = own;
        const request = project(ClientThing, own.after);
        const mask = someMask(own, dice.chance(60) ? own : other);
        const long = mask.toString();
        const short = compactMask(table, generatedFrom(ClientThing, request), mask.root);
        const done = { before, request, long, short };
        const results = [long, short].map((text) => byEngine(done, text));
        if (!isDeepStrictEqual(results[1], results[0]))
          expect(results[1], show(done)).toStrictEqual(results[0]);
        for (const reading of readings) {
          const [want, got] = [long, short].map((text) => byReading(done, text, reading));
          if (!isDeepStrictEqual(got, want)) expect(got, show(done)).toStrictEqual(want);
        }
        expect(short.length).toBeLessThanOrEqual(long.length);
        seen.shorter += Number(short.length < long.length);
        seen.half += Number(short.length * 2 < long.length);
        seen.wildcards += Number(starCount(short) > starCount(long));
      }),
      runParameters(maskCount),
    );
    console.log("of", maskCount, "masks:", seen);
    expect(seen.shorter).toBeGreaterThan(maskCount / 10);
    // Of few masks chance may leave the rare ones out.
    if (maskCount < 1_000) return;
    expect(seen.half).toBeGreaterThan(maskCount / 200);
    expect(seen.wildcards).toBeGreaterThan(maskCount / 200);
  });

  it("is read back as the mask itself if nothing is sent", () => {
    const empty = generatedFrom(ClientThing, {});
    assert(
      property(pairsOf(ServerThing), (own) => {
        const mask = someMask(own, own);
        const short = parseMask(compactMask(table, empty, mask.root));
        expect(short.toString()).toBe(parseMask(mask.toString()).toString());
      }),
      runParameters(maskCount),
    );
  });
});

/** A mask that a client may send: derived, by exact keys or by wildcards, with entries that nobody derives. */
function someMask({ dice }: Pair, { before, after }: Pair): Mask {
  const [old, now] = [before, after].map((tree) => generatedFrom(ClientThing, project(ClientThing, tree)));
  const derived = dice.chance(50) ? deriveMask(table, now ?? {}) : diffMask(table, old ?? {}, now ?? {});
  const exact = dice.chance(75) ? exactly(derived, project(ClientThing, after), dice) : derived;
  return dice.chance(20) ? exact.union(parseMask(randomMask(dice).text)) : exact;
}

/** The mask with the indexes and keys of a message for its wildcards, of which some may be missing. */
function exactly(mask: Mask, tree: Tree, dice: Dice): Mask {
  const lacks = dice.chance(40);
  const paths = entriesOfMask(mask).flatMap((steps) => named(steps, tree));
  return parseMask(
    paths
      .filter(() => !lacks || dice.chance(90))
      .map(textOf)
      .join(","),
  );
}

function named([step, ...rest]: readonly Step[], value: TreeValue | undefined): Step[][] {
  if (step === undefined) return [[]];
  const children = childrenOf(value);
  const keys: readonly Step[] = step === star && children.size > 0 ? [...children.keys()] : [step];
  return keys.flatMap((key) =>
    named(rest, typeof key === "string" ? children.get(key) : undefined).map((path): Step[] => [
      key,
      ...path,
    ]),
  );
}

function childrenOf(value: TreeValue | undefined): ReadonlyMap<string, TreeValue> {
  if (isTreeMap(value)) return value;
  if (isTreeList(value)) return new Map(value.map((one, index) => [String(index), one]));
  const isMessage = typeof value === "object" && !(value instanceof Uint8Array);
  return new Map(isMessage ? Object.entries(asTree(value)) : []);
}

interface Done {
  readonly before: Tree;
  readonly request: Tree;
  readonly long: string;
  readonly short: string;
}

function byEngine({ before, request }: Done, mask: string): Tree {
  const sent = dynamicFrom(ServerThing, request);
  return treeOfDynamic(applyDynamicUpdate(dynamicFrom(ServerThing, before), sent, parseMask(mask)));
}

function byReading({ before, request }: Done, mask: string, reading: Reading): Tree | undefined {
  const desc: DescMessage = ServerThing;
  try {
    return readUpdate({
      desc,
      resource: before,
      request,
      mask: readMask(mask),
      reading,
      behaviors: () => [],
    });
  } catch (error) {
    if (error instanceof ImmutableChange) return undefined;
    throw error;
  }
}

const starCount = (text: string): number => text.split("*").length;
const show = ({ long, short }: Done): string => `${long} as ${short}`;
