import { isDeepStrictEqual } from "node:util";
import {
  createFileRegistry,
  fromBinary,
  toBinary,
  type DescField,
  type DescMessage,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import { deriveMask, diffMask, type Mask, type MaskNode } from "../../runtime/src/messages/mask/index.js";
import { findChild } from "../../runtime/src/messages/mask/text/mask-tree.js";
import { dynamicFrom, treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom } from "./generated-message.fixture.js";
import { numRuns, pairsOf, runParameters } from "./random-cases.fixture.js";
import { descriptors, messageType, olderVersion } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";
import {
  asTree,
  isTreeList,
  isTreeMap,
  newTree,
  project,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "./tree.fixture.js";

const set = descriptors();
const newer = createFileRegistry(set);
const older = olderVersion(set);
const ServerThing = messageType(newer, "shapes.v1.Thing");
const ClientThing = messageType(older, "shapes.v1.Thing");
const clientTable = tableSource()(ClientThing);

const isKnown = (field: DescField): boolean =>
  older.getMessage(field.parent.typeName)?.fields.some((one) => one.name === field.name) ?? true;

describe("an older client and a newer server, over random messages of every shape", () => {
  it.each([
    { keeps: "sends back the fields it does not know", isKeeping: true },
    { keeps: "sends only the fields it knows", isKeeping: false },
  ])("agree on what the client knows, and lose nothing else, when the client $keeps", ({ isKeeping }) => {
    const seen = { kept: 0, events: 0, others: 0 };
    assert(
      property(pairsOf(ServerThing, isKnown), ({ before, after, dice }) => {
        const [old, now] = [project(ClientThing, before), project(ClientThing, after)];
        const shapedNow = generatedFrom(ClientThing, now);
        const mask = dice.chance(50)
          ? deriveMask(clientTable, shapedNow)
          : diffMask(clientTable, generatedFrom(ClientThing, old), shapedNow);
        // Unknown fields go out as they came, so the request is then all of `after`.
        const request = isKeeping ? after : now;
        const bytes = isKeeping ? bytesOf(ServerThing, after) : bytesOf(ClientThing, now);
        const result = treeOfDynamic(
          applyDynamicUpdate(overTheWire(bytesOf(ServerThing, before)), overTheWire(bytes), mask),
        );
        const want = expectedOrMixed(before, request, mask);
        if (want === undefined) return;
        if (!isDeepStrictEqual(result, want)) expect(result, mask.toString()).toStrictEqual(want);
        seen.events += isDeepStrictEqual(old, now) ? 0 : 1;
        seen.kept += isDeepStrictEqual(project(ClientThing, want), want) ? 0 : 1;
        seen.others += isDeepStrictEqual(
          want,
          expected(ServerThing, before, request, { mask: undefined, isKnown: true }),
        )
          ? 0
          : 1;
      }),
      runParameters(),
    );
    expect(seen.events).toBeGreaterThan(numRuns / 2);
    expect(seen.kept).toBeGreaterThan(numRuns / 2);
    // One of some hundreds; `npm run long -- programs` has enough of them.
    expect(seen.others).toBeGreaterThanOrEqual(numRuns < 10_000 ? 0 : 1);
  });

  it("is a case worth trying: the client lacks fields of every kind, and enum values", () => {
    const missing = newer.getMessage("shapes.v1.Thing")
      ? [...newer.files].flatMap((file) => file.messages)
      : [];
    const fields = missing.flatMap((desc) => desc.fields).filter((field) => !isKnown(field));
    expect(new Set(fields.map((field) => field.fieldKind))).toEqual(
      new Set(["scalar", "enum", "message", "list", "map"]),
    );
    expect(fields.some((field) => field.oneof)).toBe(true);
    expect(older.getEnum("shapes.v1.Mode")?.values.length).toBe(1);
  });
});

function bytesOf(desc: DescMessage, tree: Tree): Uint8Array {
  return toBinary(desc, dynamicFrom(desc, tree).message);
}

function overTheWire(bytes: Uint8Array): ReflectMessage {
  return reflect(ServerThing, fromBinary(ServerThing, bytes));
}

function expectedOrMixed(before: Tree, request: Tree, mask: Mask): Tree | undefined {
  try {
    return expected(ServerThing, before, request, { mask: mask.root, isKnown: true });
  } catch (error) {
    if (error instanceof Mixed) return undefined;
    throw error;
  }
}

/** Where a message stands: below which node of the mask, and whether the client knows the place at all. */
interface Place {
  readonly mask: MaskNode | undefined;
  readonly isKnown: boolean;
}

/**
 * What must become of a message, said without masks: what the client knows and
 * does not send goes, what it does not know stays, list elements match by
 * position, and setting a member deselects its neighbours. The mask is asked one
 * thing alone: whether an element is another one, of which all is sent.
 */
function expected(desc: DescMessage, before: Tree, request: Tree, place: Place): Tree {
  const result = newTree();
  for (const field of desc.fields) {
    const [old, sent] = [before[field.name], request[field.name]];
    const inside = { mask: below(place.mask, field.name), isKnown: place.isKnown && isKnown(field) };
    const isDeselected = field.oneof?.fields.some((member) => request[member.name] !== undefined);
    if (sent !== undefined) result[field.name] = expectedValue(field, old, sent, inside);
    else if (old !== undefined && !inside.isKnown && !isDeselected) result[field.name] = old;
  }
  return result;
}

function expectedValue(
  field: DescField,
  old: TreeValue | undefined,
  sent: TreeValue,
  place: Place,
): TreeValue {
  const type = field.message;
  if (!type) return sent;
  const one = (held: TreeOne | undefined, value: TreeOne, inside: Place): TreeOne =>
    held === undefined ? value : expected(type, asTree(held), asTree(value), inside);
  const element = (held: TreeOne | undefined, value: TreeOne, key: string): TreeOne => {
    const mask = below(place.mask, key);
    if (mask?.any === undefined) return one(held, value, { ...place, mask });
    if (held !== undefined && wouldMix(type, asTree(held), asTree(value))) throw new Mixed();
    return one(undefined, value, { ...place, mask });
  };
  if (isTreeList(sent)) {
    return sent.map((value, index) =>
      element(isTreeList(old) ? old[index] : undefined, value, String(index)),
    );
  }
  if (isTreeMap(sent)) {
    return new Map(
      Array.from(sent, ([key, value]) => [
        key,
        element(isTreeMap(old) ? old.get(key) : undefined, value, key),
      ]),
    );
  }
  return one(old === undefined ? undefined : asTree(old), sent, place);
}

/** A client that sees what it does not know refuses such a change: a server would mix two elements there. */
class Mixed extends Error {}

function wouldMix(desc: DescMessage, held: Tree, value: Tree): boolean {
  return desc.fields.some((field) => {
    const [old, sent] = [held[field.name], value[field.name]];
    if (!field.message || old === undefined || sent === undefined) return false;
    if (!isKnown(field)) return !isDeepStrictEqual(old, sent);
    const type = field.message;
    const pairs: (readonly [TreeOne | undefined, TreeOne])[] = isTreeList(sent)
      ? sent.map((one, index) => [isTreeList(old) ? old[index] : undefined, one])
      : isTreeMap(sent)
        ? Array.from(sent, ([key, one]) => [isTreeMap(old) ? old.get(key) : undefined, one])
        : [[isTreeList(old) || isTreeMap(old) ? undefined : old, sent]];
    return pairs.some(([was, is]) => was !== undefined && wouldMix(type, asTree(was), asTree(is)));
  });
}

function below(mask: MaskNode | undefined, key: string): MaskNode | undefined {
  return mask && findChild(mask, key);
}
