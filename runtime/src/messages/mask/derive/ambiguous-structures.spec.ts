import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { rejectAmbiguousStructures } from "./ambiguous-structures.js";
import { codedError } from "../../../../../test/coded-error.js";

interface Disk {
  image: string;
  size: number;
  key: string;
}
interface Spec {
  boot: Disk | undefined;
  spare: Disk | undefined;
  inner: Spec | undefined;
  others: Spec[];
}
const DiskTable: MessageTable<Disk> = defineTable("acme.v1.Disk", () => [
  ["image", "string"],
  ["size", "int32"],
  ["key", "string", { behaviors: ["INPUT_ONLY"] }],
]);
const SpecTable: MessageTable<Spec> = defineTable("acme.v1.Spec", () => [
  ["boot", DiskTable],
  ["spare", DiskTable],
  ["inner", SpecTable],
  ["others", [SpecTable]],
]);

const [one, two] = [
  { image: "a", size: 1 },
  { image: "b", size: 2 },
];
const both = { boot: one, spare: two };
const spec = (init: MessageInit<Spec>): Properties => fill<object>(SpecTable, init) as Properties;
const check = (
  before: MessageInit<Spec>,
  after: Properties,
  link?: (before: Properties) => [object, object][],
) => {
  const old = spec(before);
  return (): void =>
    rejectAmbiguousStructures({
      table: SpecTable,
      before: old,
      after,
      knownOrigins: new Map(link?.(old) ?? []),
    });
};

const listOthers = (message: Properties): readonly object[] => message["others"] as object[];

type Row = [title: string, after: MessageInit<Spec>, isUnsure: boolean];

describe("a structure that was made anew, in a type that hides values", () => {
  it.each<Row>([
    ["may be the one beside it if that has gone", { boot: two }, true],
    ["so it may if it was changed on the way", { boot: { ...two, size: 5 } }, true],
    ["or changed from what was at its place", { boot: { ...one, size: 5 } }, true],
    ["and if the two have changed places", { boot: two, spare: one }, true],
    ["is the one at its place if it is as it was", { boot: one }, false],
    ["is the one at its place if both are there, changed", { boot: { size: 5 }, spare: { size: 6 } }, false],
    ["is not the one beside it if that is still there", { boot: two, spare: two }, false],
  ])("%s", (_, after, isUnsure) => {
    const run = check(both, spec(after));
    if (isUnsure) expect(run).toThrow(codedError("MASK_PATH_INVALID", /boot is a new object.*spare/));
    else expect(run).not.toThrow();
  });

  it("may be the one beside it if it lacks the identifier of its place, which a server would keep", () => {
    interface Pair {
      boot: { id: string; size: number } | undefined;
      spare: Pair["boot"];
    }
    const PartTable: MessageTable<object> = defineTable("acme.v1.Part", () => [
      ["id", "string", { behaviors: ["IDENTIFIER"] }],
      ["size", "int32"],
    ]);
    const PairTable: MessageTable<object> = defineTable("acme.v1.Pair", () => [
      ["boot", PartTable],
      ["spare", PartTable],
    ]);
    const pair = (init: MessageInit<Pair>): Properties =>
      fill<object>(PairTable, init as MessageInit<object>) as Properties;
    const before = pair({ boot: { id: "a", size: 1 }, spare: { size: 2 } });
    const run = (after: MessageInit<Pair>) => (): void =>
      rejectAmbiguousStructures({ table: PairTable, before, after: pair(after), knownOrigins: new Map() });
    expect(run({ boot: { size: 2 } })).toThrow(
      codedError("MASK_PATH_INVALID", /boot is a new object.*spare/),
    );
    expect(run({ boot: { id: "a", size: 2 } })).not.toThrow();
  });

  it("is looked for in structures and elements that are the same", () => {
    expect(check({ inner: both }, spec({ inner: { boot: two } }))).toThrow(
      codedError("MASK_PATH_INVALID", "inner.boot"),
    );
    const after = spec({ others: [{ inner: both, boot: two }] });
    const run = check({ others: [{ inner: both, ...both }] }, after, (before) => [
      [listOthers(after)[0]!, listOthers(before)[0]!],
    ]);
    expect(run).toThrow(codedError("MASK_PATH_INVALID", "others.0.boot"));
  });

  it("is known by reference", () => {
    const after = spec({ boot: two });
    const run = check(both, after, ({ spare }) => [[after["boot"] as object, spare as object]]);
    expect(run).not.toThrow();
  });
});

it("a structure of which all is seen may be either", () => {
  const PlainTable: MessageTable<Pick<Disk, "size">> = defineTable("acme.v1.Plain", () => [
    ["size", "int32"],
  ]);
  const table: MessageTable<object> = defineTable("acme.v1.Box", () => [
    ["boot", PlainTable],
    ["spare", PlainTable],
  ]);
  const of = (init: object): Properties => fill<object>(table, init) as Properties;
  const [before, after] = [of({ boot: { size: 1 }, spare: { size: 2 } }), of({ boot: { size: 2 } })];
  const run = (): void => rejectAmbiguousStructures({ table, before, after, knownOrigins: new Map() });
  expect(run).not.toThrow();
  Object.assign(before["boot"] as object, {
    _unknownFields: [{ number: 9, wireType: 0, value: new Uint8Array([1]) }],
  });
  expect(run).toThrow(codedError("MASK_PATH_INVALID", "boot is a new object"));
});
