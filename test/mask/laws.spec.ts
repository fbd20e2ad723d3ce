import { isDeepStrictEqual } from "node:util";
import { createFileRegistry, type DescMessage } from "@bufbuild/protobuf";
import { assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDynamicUpdate } from "../../runtime/src/messages/mask/dynamic.js";
import {
  applyUpdate,
  deriveMask,
  diffMask,
  parseMask,
  type Mask,
} from "../../runtime/src/messages/mask/index.js";
import { dynamicFrom, treeOfDynamic } from "./dynamic-message.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { entriesOfMask, textOf } from "./mask-entries.fixture.js";
import { changedByRival } from "./rival-value.fixture.js";
import { numRuns, oddNothing, pairsOf, runParameters, type Pair } from "./random-cases.fixture.js";
import { star, type Step } from "./random-mask.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { EventCounter, survey } from "./survey.fixture.js";
import { tableSource } from "./table.fixture.js";
import { asTree, isTreeList, isTreeMap, type Tree } from "./tree.fixture.js";

const Thing = messageType(createFileRegistry(descriptors()), "shapes.v1.Thing");
const table = tableSource()(Thing);
const pairs = pairsOf(Thing);

/** Both messages in the shape of generated code. */
const shaped = ({ before, after, dice }: Pair): [object, object] => [
  generatedFrom(Thing, before, oddNothing(dice)),
  generatedFrom(Thing, after, oddNothing(dice)),
];

/** `toEqual` explains, but is slow: it runs only where there is something to explain. */
const expectSame = (got: unknown, want: unknown, mask: Mask | string): void => {
  if (!isDeepStrictEqual(got, want)) expect(got, `mask ${String(mask)}`).toStrictEqual(want);
  if (!isDeepStrictEqual(got, want)) throw new Error(`not the same, with mask ${String(mask)}`);
};

describe("the law of reset masks, over random messages of every shape", () => {
  it.each([
    ["deriveMask(after)", (_: object, after: object): Mask => deriveMask(table, after)],
    ["diffMask(before, after)", (before: object, after: object): Mask => diffMask(table, before, after)],
  ])("an Update with %s makes the resource equal to what was sent, by both adapters", (_, maskOf) => {
    const counter = new EventCounter();
    assert(
      property(pairs, (pair) => {
        const { before, after } = pair;
        counter.count(survey(Thing, before, after));
        const [old, now] = shaped(pair);
        const mask = parseMask(maskOf(old, now).toString());
        expectSame(treeOfGenerated(Thing, applyUpdate(table, old, now, mask)), after, mask);
        expectSame(treeOfGenerated(Thing, old), before, "the resource given stays as it was");
        expectSame(treeOfGenerated(Thing, now), after, "the request given stays as it was");
        const dynamic = applyDynamicUpdate(dynamicFrom(Thing, before), dynamicFrom(Thing, after), mask);
        expectSame(treeOfDynamic(dynamic), after, mask);
      }),
      runParameters(),
    );
    console.log("percent of cases:", counter.shares);
    // Of few cases, chance may show an event in one or two only.
    expect(Math.min(...Object.values(counter.shares))).toBeGreaterThan(numRuns < 1_000 ? 0 : 5);
  });

  it("needs every entry of diffMask, be it for what a rival has made of a value, those aside of other elements, and those that say what the request says too", () => {
    const needed = { alone: 0, rivals: 0 };
    assert(
      property(pairs, (pair) => {
        const { before, after, dice } = pair;
        const [old, now] = shaped(pair);
        const entries = entriesOfMask(diffMask(table, old, now));
        const wholes = entries.filter((entry) => entry.includes(star));
        const alone = entries.filter(
          (entry) => !wholes.some((whole) => isWithin(entry, whole)) && !isSaidTwice(Thing, after, entry),
        );
        if (alone.length === 0) return;
        const removed = dice.pick(alone);
        const text = (some: readonly (readonly Step[])[]): string => some.map(textOf).join(",");
        const rest = text(entries.filter((entry) => entry !== removed));
        const updated = (resource: object, mask: string): Tree =>
          treeOfGenerated(Thing, applyUpdate(table, resource, now, mask));
        if (!isDeepStrictEqual(updated(old, rest), after)) needed.alone++;
        else {
          needed.rivals++;
          const rivals = generatedFrom(Thing, changedByRival(Thing, before, removed, dice));
          expectSame(updated(rivals, text(entries)), after, text(entries));
          if (isDeepStrictEqual(updated(rivals, rest), after))
            throw new Error(`${textOf(removed)} is not needed, nor is it said twice`);
        }
      }),
      runParameters(),
    );
    expect(needed.alone).toBeGreaterThan(numRuns / 3);
    expect(needed.rivals).toBeGreaterThan(numRuns / 50);
  });

  it("holds for both adapters alike when the mask has nothing to do with the messages", () => {
    assert(
      property(pairs, pairs, (pair, other) => {
        const [old, now] = shaped(pair);
        // A mask of two other messages names fields that these do carry, and misses some that they do not.
        const [otherOld, otherNow] = shaped(other);
        const mask = pair.dice.chance(50) ? deriveMask(table, otherNow) : diffMask(table, otherOld, otherNow);
        const rules = pair.dice.chance(50) ? { neverNull: ["metadata", "spec"] } : {};
        const byTable = treeOfGenerated(Thing, applyUpdate(table, old, now, mask, rules));
        const dynamic = applyDynamicUpdate(
          dynamicFrom(Thing, pair.before),
          dynamicFrom(Thing, pair.after),
          mask,
          rules,
        );
        expectSame(treeOfDynamic(dynamic), byTable, mask);
      }),
      runParameters(),
    );
  });
});

/** Whether an entry is inside the element that a wildcard names whole. */
function isWithin(entry: readonly Step[], whole: readonly Step[]): boolean {
  return whole.slice(0, whole.indexOf(star)).every((step, index) => entry[index] === step);
}

/**
 * Whether the request itself says what an entry says: it carries the field
 * with its default, or another member of the field's oneof. Such entries are
 * for servers that take a default for nothing.
 */
function isSaidTwice(desc: DescMessage, after: Tree, entry: readonly Step[]): boolean {
  const [name, ...rest] = entry;
  const field = desc.fields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${String(name)}`);
  const value = after[field.name];
  if (value === undefined)
    return field.oneof?.fields.some((member) => after[member.name] !== undefined) ?? false;
  if (rest.length === 0) return true;
  if (!field.message) throw new Error(`${field.name} holds nothing`);
  if (!isTreeList(value) && !isTreeMap(value)) return isSaidTwice(field.message, asTree(value), rest);
  const [key, ...inside] = rest;
  const held = isTreeList(value) ? value[Number(key)] : value.get(String(key));
  return isSaidTwice(field.message, asTree(held), inside);
}
