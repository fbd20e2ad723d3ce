import { isDeepStrictEqual } from "node:util";
import { createFileRegistry, type DescMessage } from "@bufbuild/protobuf";
import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyUpdate,
  deriveMask,
  diffMask,
  MaskPathError,
  parseMask,
  prepareUpdate,
} from "../../runtime/src/messages/mask/index.js";
import type { Dice } from "./dice.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { numRuns, pairsOf, runParameters } from "./random-cases.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";
import { asTree, newTree, type Tree } from "./tree.fixture.js";

const Thing = messageType(createFileRegistry(descriptors()), "shapes.v1.Thing");
const table = tableSource()(Thing);
const pairs = pairsOf(Thing);

describe("the request that a client sends with an explicit mask", () => {
  it("makes the two readings of a path into what is not sent agree, or is refused", () => {
    const seen = { refused: 0, agreed: 0 };
    assert(
      property(pairs, pairs, ({ before, after, dice }, other) => {
        const [old, now] = [generatedFrom(Thing, before), generatedFrom(Thing, after)];
        const [otherOld, otherNow] = [generatedFrom(Thing, other.before), generatedFrom(Thing, other.after)];
        const mask = dice.chance(30) ? deriveMask(table, otherNow) : diffMask(table, otherOld, otherNow);
        // Half of the requests carry nearly nothing, as one with an explicit mask does.
        const request = dice.chance(50) ? now : generatedFrom(Thing, newTree());
        try {
          const prepared = prepareUpdate(table, request, mask);
          const strict = treeOfGenerated(Thing, applyUpdate(table, old, prepared, mask));
          const kind = applyUpdate(table, old, prepared, mask, { neverNull: ["metadata", "spec"] });
          // A structure that is named alone is where the readings may differ: one clears it.
          if (mask.contains("spec.*") || mask.root.keys.some((_, at) => isBare(mask.root.children[at])))
            return;
          expect(isDeepStrictEqual(treeOfGenerated(Thing, kind), strict)).toBe(true);
          seen.agreed++;
        } catch (error) {
          if (!(error instanceof MaskPathError)) throw error;
          seen.refused++;
        }
      }),
      runParameters(),
    );
    expect(seen.refused).toBeGreaterThan(numRuns / 10);
    expect(seen.agreed).toBeGreaterThan(numRuns / 10);
  });

  it("clears exactly the fields that are named, however deep, when nothing else is sent", () => {
    let cleared = 0;
    assert(
      property(pairs, ({ before, dice }) => {
        const paths = Array.from({ length: 1 + dice.roll(4) }, () => randomPath(Thing, dice));
        // A path that others go on from names a structure, which clears nothing.
        const ends = paths.filter((path) => !paths.some((other) => other !== path && isPrefix(path, other)));
        const mask = parseMask(ends.map((path) => path.join(".")).join(","));
        const old = generatedFrom(Thing, before);
        const prepared = prepareUpdate(table, generatedFrom(Thing, newTree()), mask);
        const want = structuredCloneOf(before);
        for (const path of ends) cleared += Number(removeAt(want, path));
        const result = treeOfGenerated(Thing, applyUpdate(table, old, prepared, mask));
        if (!isDeepStrictEqual(result, want)) expect(result, mask.toString()).toStrictEqual(want);
      }),
      runParameters(),
    );
    expect(cleared).toBeGreaterThan(numRuns / 10);
  });
});

function isBare(node: { readonly keys: readonly string[]; readonly any: unknown } | undefined): boolean {
  return node?.keys.length === 0 && node.any === undefined;
}

/** A path through plain structures to a field of any kind. */
function randomPath(desc: DescMessage, dice: Dice): string[] {
  const field = dice.pick(desc.fields);
  const isPlain =
    field.fieldKind === "message" && !field.oneof && !field.message.typeName.startsWith("google.");
  if (isPlain && field.message.fields.length > 0 && dice.chance(85)) {
    return [field.name, ...randomPath(field.message, dice)];
  }
  return [field.name];
}

function isPrefix(path: readonly string[], of: readonly string[]): boolean {
  return path.length < of.length && path.every((step, at) => step === of[at]);
}

/** Takes out the field at the end of a path; structures on the way are created, as the server does. */
function removeAt(tree: Tree, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) throw new Error("an empty path");
  if (rest.length > 0) return removeAt(asTree((tree[name] ??= newTree())), rest);
  const isThere = tree[name] !== undefined;
  delete tree[name];
  return isThere;
}

/** A copy of the structures, which `removeAt` changes; all else is shared. */
function structuredCloneOf(tree: Tree): Tree {
  const copy = newTree();
  for (const [name, value] of Object.entries(tree)) {
    const isStructure =
      typeof value === "object" &&
      !Array.isArray(value) &&
      !(value instanceof Map) &&
      !(value instanceof Uint8Array);
    copy[name] = isStructure ? structuredCloneOf(value) : value;
  }
  return copy;
}
