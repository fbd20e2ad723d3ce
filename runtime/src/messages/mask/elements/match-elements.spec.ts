import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { matchListElements, matchMapValues, type ElementMatch } from "./match-elements.js";

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
interface Rule {
  port: number;
  action: string;
  target: string;
  others: Rule[];
}
const RuleTable: MessageTable<Rule> = defineTable("acme.v1.Rule", () => [
  ["port", "int32"],
  ["action", "string"],
  ["target", "string"],
  ["others", [RuleTable]],
]);

/** "same", "other" or "new", with a star where the element has moved. */
const words = (matches: readonly ElementMatch[]): string =>
  matches
    .map(
      ({ previous, isUnmoved, hasMoved }) =>
        (isUnmoved ? "same" : previous === undefined ? "new" : "other") + (hasMoved ? "*" : ""),
    )
    .join(" ");

const shapedDisk = (disk: MessageInit<Disk>): Properties => fill<object>(DiskTable, disk) as Properties;
const none: ReadonlyMap<object, object> = new Map();
const listOf =
  <T extends object>(table: MessageTable<T>) =>
  (before: readonly MessageInit<T>[], after: readonly MessageInit<T>[]): string => {
    const shaped = (list: readonly MessageInit<T>[]): Properties[] =>
      list.map((one) => fill(table, one) as Properties);
    return words(matchListElements(table, shaped(before), shaped(after), none));
  };
const disks = listOf(DiskTable);
const rules = listOf(RuleTable);
const [a, b, c] = [
  { name: "a", type: "ssd", size: 1 },
  { name: "b", type: "ssd", size: 1 },
  { name: "c", type: "hdd", size: 2 },
];
const [inY, inZ, big] = [
  { size: 1, zone: "y" },
  { size: 1, zone: "z" },
  { size: 2, zone: "y" },
];

describe("the element of a list that is a copy", () => {
  it.each<[title: string, before: MessageInit<Disk>[], after: MessageInit<Disk>[], want: string]>([
    ["is the same where nothing changed", [a, b], [a, b], "same same"],
    ["is the same with another value", [a, b], [{ ...a, size: 5 }, b], "same same"],
    ["is the same with all values but its name's changed", [a], [{ ...a, size: 5, zone: "z" }], "same"],
    [
      "is unsure if others look alike and may hide another value",
      [a, a],
      [{ ...a, size: 5 }, a],
      "other other",
    ],
    ["is another one under another name", [a, b], [{ ...a, name: "x" }, b], "other same"],
    ["is another one with another IMMUTABLE value", [a], [{ ...a, type: "hdd" }], "other"],
    ["is another one without its IMMUTABLE value", [a], [{ name: "a", size: 1 }], "other"],
    ["has moved when the one before it goes", [a, b, c], [b, c], "other* other*"],
    ["has moved behind a new one", [a], [c, a], "other new*"],
    ["has moved behind a new one, changed", [a], [c, { ...a, size: 7 }], "other new*"],
    ["has moved when two are swapped", [a, b], [b, a], "other* other*"],
    ["stays when the last one goes", [a, b], [a], "same"],
    ["is new at the end", [a], [a, b], "same new"],
    ["is new at the end, also if made from another", [a], [a, { ...a, name: "d" }], "same new"],
    ["is new where there were none", [], [a, b], "new new"],
    ["is empty as the old one was", [{}], [{}], "same"],
    ["is another one when all of it goes", [{ size: 1 }], [{}], "other"],
    ["is judged by what a response shows", [{ size: 1 }], [{ size: 1, secret: "s" }], "same"],
    [
      "has moved behind a new one that shows nothing",
      [{ size: 1 }],
      [{ secret: "s" }, { size: 1 }],
      "other new*",
    ],
    [
      "has moved behind a new one that resembles it",
      [inZ],
      [{ size: 1, zone: "y", secret: "s" }, inZ],
      "other new*",
    ],
    [
      "is unsure if others had all that is left of it",
      [inY, inZ],
      [{ size: 1 }, { size: 1, zone: "w" }],
      "other other",
    ],
    [
      "is the same with a value that no other had",
      [inY, big],
      [{ size: 1 }, { size: 2, zone: "x" }],
      "same same",
    ],
    [
      "is not one that brings its secret if another one resembles it too",
      [inY],
      [{ size: 1, secret: "s" }, { zone: "y" }],
      "other new*",
    ],
  ])("%s", (_, before, after, want) => {
    expect(disks(before, after)).toBe(want);
  });

  it.each<[title: string, before: MessageInit<Rule>[], after: MessageInit<Rule>[], want: string]>([
    [
      "is the same with half of its values",
      [{ port: 1, action: "allow", target: "t" }],
      [{ port: 2, action: "allow", target: "t" }],
      "same",
    ],
    [
      "is the same at its place with a quarter of its values",
      [{ port: 1, action: "allow", target: "t", others: [{ port: 7 }] }],
      [{ port: 2, action: "allow", target: "u", others: [{ port: 8 }] }],
      "same",
    ],
    [
      "is another one with less",
      [{ port: 1, action: "allow", target: "t", others: [{ port: 7 }, { port: 8 }] }],
      [{ port: 2, action: "allow", target: "u", others: [{ port: 9 }, { port: 9 }] }],
      "other",
    ],
    [
      "is at another place only with half of its values",
      [{ port: 9 }, { port: 1, action: "allow", target: "t" }],
      [{ port: 1, action: "deny", target: "u" }],
      "other",
    ],
    [
      "is the same though others look alike",
      [{ port: 1 }, { port: 1 }],
      [{ port: 1, action: "a" }, { port: 1 }],
      "same same",
    ],
    [
      "is the same with one of two values",
      [{ port: 1, action: "allow" }],
      [{ port: 1, action: "deny" }],
      "same",
    ],
    [
      "is the same by what lies in it",
      [{ port: 1, others: [{ port: 2 }, { port: 3 }, { port: 4 }] }],
      [{ port: 5, others: [{ port: 2 }, { port: 3 }, { port: 9 }] }],
      "same",
    ],
    [
      "is the one that it resembles most",
      [
        { port: 1, action: "allow", target: "t" },
        { port: 2, action: "allow", target: "u" },
      ],
      [{ port: 2, action: "deny", target: "u" }],
      "other*",
    ],
    [
      "is rather the equal one than the one that has more",
      [{ port: 1, action: "allow" }, { port: 1 }],
      [{ port: 1 }],
      "other*",
    ],
    ["is the same when the only value is set", [{}], [{ port: 1 }], "same"],
    ["is the same when the only value is cleared", [{ port: 1 }], [{}], "same"],
    ["is unsure behind a new one if it shows nothing", [{}], [{ port: 1 }, {}], "other new"],
    ["is unsure if the one before it goes and it shows nothing", [{ port: 1 }, {}], [{}], "other"],
    ["is the same if one that shows nothing follows it", [{ port: 1 }], [{ port: 1 }, {}], "same new"],
    ["is unsure behind an empty structure", [{}], [{ others: [{}] }, {}], "other new"],
    ["is the same when an empty structure is set", [{}], [{ others: [{}] }], "same"],
  ])("without name and identifier %s", (_, before, after, want) => {
    expect(rules(before, after)).toBe(want);
  });

  it("comes from the old one at its place, from one at another, or from none", () => {
    const filled = (one: MessageInit<Rule>): Properties => fill<object>(RuleTable, one) as Properties;
    const old = [{ port: 1, action: "allow" }, { port: 2 }].map(filled);
    const now = [{ port: 1, action: "deny" }, { action: "b" }, { port: 2 }].map(filled);
    const origins = matchListElements(RuleTable, old, now, none).map(({ origin }) => origin);
    expect(origins).toEqual([old[0], undefined, old[1]]);
  });

  // All against all would take far longer than the test may.
  it("is found in a long list of which every element was copied and changed", () => {
    const ports = Array.from({ length: 10_000 }, (_unused, index) => index + 1);
    const before = ports.map((port) => ({ port, action: "allow", target: `t${port}` }));
    const after = before.map((rule) => ({ ...rule, action: "deny" }));
    expect(new Set(rules(before, after).split(" "))).toEqual(new Set(["same"]));
  });
});

describe("the element of a list that is the very object", () => {
  const [first, second] = [shapedDisk(a), shapedDisk(b)];
  const given = (after: readonly Properties[], knownOrigins: ReadonlyMap<object, object>): string =>
    words(matchListElements(DiskTable, [first, second], after, knownOrigins));
  const [one, two] = [{ ...first }, { ...second }];
  const knownOrigins = new Map<object, object>([
    [one, first],
    [two, second],
  ]);

  it.each<[title: string, after: Properties[], want: string]>([
    ["is the same at its place", [one, two], "same same"],
    ["is another one elsewhere", [two, one], "other* other*"],
    ["may stand at two places, and has not moved", [one, two, one], "same same new"],
    ["takes its place from a copy of it", [{ ...one }, one], "other other*"],
  ])("%s", (_, after, want) => {
    expect(given(after, knownOrigins)).toBe(want);
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
    return words(matchMapValues(DiskTable, shaped(before), shaped(after), none));
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
    const standing = matchMapValues(
      DiskTable,
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
