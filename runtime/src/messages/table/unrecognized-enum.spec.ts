import { describe, expect, it } from "vitest";
import { defineTable } from "./define-table.js";
import { defineEnum } from "./enum-type.js";
import { fill } from "./fill.js";
import type { UnrecognizedValue } from "./unrecognized-enum.js";
import type { MessageTable } from "./table.js";

const Mode = defineEnum({ ONE: 1, TWO: 2 });
const BoxTable: MessageTable<object> = defineTable("acme.v1.Box", () => [
  ["mode", Mode, { number: 1, presence: true, wire: "closed" }],
  ["modes", [Mode], { number: 2, wire: "closed" }],
  ["by_name", ["string", Mode], { number: 3, wire: "closed" }],
  ["picked", Mode, { number: 4, oneof: "pick", wire: "closed" }],
  ["other", "string", { number: 5, oneof: "pick" }],
  ["open", Mode, { number: 6, presence: true }],
]);

const value = new Uint8Array(0);
const unknown = (number: number, unrecognized: UnrecognizedValue): object => ({
  number,
  wireType: 0,
  value,
  unrecognized,
});
const read = {
  modes: [1],
  byName: { a: 1 },
  open: undefined,
  _unknownFields: [
    { number: 9, wireType: 0, value },
    unknown(1, { field: "mode", value: 7 }),
    unknown(2, { field: "modes", value: 8, position: { index: 0, recognized: [1] } }),
    unknown(3, { field: "by_name", value: 9, key: "b" }),
    unknown(4, { field: "picked", value: 7 }),
  ],
};
const unrecognizedFields = (message: object): string[] =>
  (Reflect.get(message, "_unknownFields") ?? []).map(
    (one: { unrecognized?: UnrecognizedValue }) => one.unrecognized?.field ?? "-",
  );

describe("unrecognized enum numbers, in a message that is filled", () => {
  it("are retained if the program leaves them alone, and have no property", () => {
    const whole = fill<object>(BoxTable, read);
    expect(whole).toEqual(read);
    expect(Object.keys(whole)).toEqual(["modes", "byName", "open", "_unknownFields"]);
    expect(fill<object>(BoxTable, whole)).toEqual(read);
  });

  it.each<[title: string, change: object, dropped: string[]]>([
    ["a field that was set", { mode: 1 }, ["mode"]],
    ["a field that is undefined now", { mode: undefined }, ["mode"]],
    ["a member beside another one", { pick: { $case: "other", value: "o" } }, ["picked"]],
    ["a oneof that is undefined now", { pick: undefined }, ["picked"]],
    ["a list that is undefined now", { modes: undefined }, ["modes"]],
    ["a map that is undefined now", { byName: undefined }, ["by_name"]],
    ["a key that was set", { byName: { b: 2 } }, ["by_name"]],
    ["nothing of a list or a map that were set", { modes: [2], byName: {} }, []],
  ])("are dropped with %s", (_, change, dropped) => {
    const retained = ["-", "mode", "modes", "by_name", "picked"].filter((one) => !dropped.includes(one));
    expect(unrecognizedFields(fill<object>(BoxTable, { ...read, ...change }))).toEqual(retained);
  });

  it("are matched by names, because a request has the fields of its resource under other numbers", () => {
    const OtherTable = defineTable<object>("acme.v1.UpdateBox", () => [
      ["mode", Mode, { number: 11, presence: true, wire: "closed" }],
    ]);
    const { _unknownFields } = read;
    const [strange, mode] = _unknownFields;
    expect(fill<object>(OtherTable, { _unknownFields } as object)).toEqual({
      _unknownFields: [strange, { ...mode, number: 11 }],
    });
  });
});
