import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { standingInList, standingInMap, type StandingElement } from "./element-identity.js";

interface Disk {
  name: string;
  type: string;
  size: number;
  zone: string;
  secret: string;
  part: Disk | undefined;
}
const DiskTable: MessageTable<Disk> = defineTable("acme.v1.Disk", () => [
  ["name", "string"],
  ["type", "string", { behaviors: ["IMMUTABLE"] }],
  ["size", "int32"],
  ["zone", "string"],
  ["secret", "string", { behaviors: ["INPUT_ONLY"] }],
  ["part", DiskTable],
]);
/** "same", "other" or "new", with a star where the element has moved. */
const words = (standing: readonly StandingElement[]): string =>
  standing
    .map(
      ({ old, isSame, hasMoved }) =>
        (isSame ? "same" : old === undefined ? "new" : "other") + (hasMoved ? "*" : ""),
    )
    .join(" ");

const shapedDisk = (disk: MessageInit<Disk>): Properties => fill<object>(DiskTable, disk) as Properties;
const none: ReadonlyMap<object, object> = new Map();
const [a, b, c] = [
  { name: "a", type: "ssd", size: 1 },
  { name: "b", type: "ssd", size: 1 },
  { name: "c", type: "hdd", size: 2 },
];

describe("the element of a list that was made anew", () => {
  it.each<[title: string, before: MessageInit<Disk>[], after: MessageInit<Disk>[], want: string]>([
    ["is the same if it is equal to the one at its place", [a, b], [a, b], "same same"],
    ["is another one with any change", [a, b], [{ ...a, size: 5 }, b], "other same"],
    ["is another one though it has all that responses show", [a], [{ ...a, secret: "s" }], "other"],
    ["is another one when the one before it goes", [a, b, c], [b, c], "other other"],
    ["is another one behind a new one", [a], [c, a], "other new"],
    ["stays when the last one goes", [a, b], [a], "same"],
    ["is new at the end", [a], [a, b], "same new"],
    ["is new if there were none", [], [a, b], "new new"],
    ["is empty as the old one was", [{}], [{}], "same"],
  ])("%s", (_, before, after, want) => {
    expect(words(standingInList(before.map(shapedDisk), after.map(shapedDisk), none))).toBe(want);
  });
});

describe("the element of a list that is the very object", () => {
  const [first, second] = [shapedDisk(a), shapedDisk(b)];
  const given = (after: readonly Properties[], lineage: ReadonlyMap<object, object>): string =>
    words(standingInList([first, second], after, lineage));
  const [one, two] = [{ ...first }, { ...second }];
  const lineage = new Map<object, object>([
    [one, first],
    [two, second],
  ]);

  it.each<[title: string, after: Properties[], want: string]>([
    ["is the same at its place", [one, two], "same same"],
    ["is another one elsewhere", [two, one], "other* other*"],
    ["may stand at two places, and has not moved", [one, two, one], "same same new"],
    ["is not where a copy of it is", [{ ...one }, one], "other other*"],
  ])("%s", (_, after, want) => {
    expect(given(after, lineage)).toBe(want);
  });

  it("is the same whatever was made of it", () => {
    const changed = shapedDisk({ name: "z", type: "tape" });
    expect(
      given(
        [changed, two],
        new Map<object, object>([
          [changed, first],
          [two, second],
        ]),
      ),
    ).toBe("same same");
  });

  it("is another one when it comes from another list", () => {
    const stranger = shapedDisk(a);
    const strange = new Map<object, object>([[stranger, { ...a }]]);
    expect(given([stranger, { ...two }], strange)).toBe("other* same");
    expect(given([{ ...one }, { ...two }, stranger], strange)).toBe("same same new*");
  });
});

describe("the value of a map", () => {
  const given = (
    before: Record<string, MessageInit<Disk>>,
    after: Record<string, MessageInit<Disk>>,
  ): string => {
    const shaped = (map: typeof before): Map<string, Properties> =>
      new Map(Object.entries(map).map(([key, one]) => [key, shapedDisk(one)]));
    return words(standingInMap(shaped(before), shaped(after), none));
  };
  it.each<
    [
      title: string,
      before: Record<string, MessageInit<Disk>>,
      after: Record<string, MessageInit<Disk>>,
      want: string,
    ]
  >([
    ["is the same under its key, whatever it has", { k: a }, { k: c }, "same"],
    ["is new under a new key", { k: a }, { k: a, l: b }, "same new"],
    ["has moved when its key was renamed", { k: a }, { l: a }, "new*"],
    ["has moved when two are swapped", { k: a, l: b }, { k: b, l: a }, "other* other*"],
    ["is the same though equal to another that is where it was", { k: a, l: b }, { k: b, l: b }, "same same"],
    ["is the same when another key goes", { k: a, l: b }, { k: a }, "same"],
  ])("%s", (_, before, after, want) => {
    expect(given(before, after)).toBe(want);
  });

  it("is another one where it is the object of another key", () => {
    const [first, second] = [shapedDisk(a), shapedDisk(b)];
    const moved = { ...second };
    const standing = standingInMap(
      new Map([
        ["k", first],
        ["l", second],
      ]),
      new Map([
        ["k", moved],
        ["l", { ...second }],
      ]),
      new Map([[moved as object, second as object]]),
    );
    expect(words(standing)).toBe("other same");
  });
});
