import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { isFromBeside } from "./moved-structure.js";

interface Disk {
  image: string;
  size: number;
  zone: string;
}
interface Spec {
  boot: Disk | undefined;
  spare: Disk | undefined;
  others: Disk[];
}
const DiskTable: MessageTable<Disk> = defineTable("acme.v1.Disk", () => [
  ["image", "string"],
  ["size", "int32"],
  ["zone", "string"],
]);
const SpecTable: MessageTable<Spec> = defineTable("acme.v1.Spec", () => [
  ["boot", DiskTable],
  ["spare", DiskTable],
  ["others", [DiskTable]],
]);

const [one, two] = [
  { image: "a", size: 1, zone: "z" },
  { image: "b", size: 2, zone: "z" },
];
const spec = (init: MessageInit<Spec>): Properties => fill<object>(SpecTable, init) as Properties;
const [boot] = SpecTable.fields;

type Row = [title: string, after: MessageInit<Spec>, isMoved: boolean];
const before = spec({ boot: one, spare: two });
const ask = (after: Properties, lineage: ReadonlyMap<object, object>): boolean =>
  boot !== undefined && isFromBeside(SpecTable.fields, boot, { table: DiskTable, before, after, lineage });

describe("the structure of a field that was made anew", () => {
  it.each<Row>([
    ["is a copy of the one beside it, which has gone", { boot: two }, true],
    ["so it is if it was changed on the way", { boot: { ...two, size: 5 } }, true],
    ["and if the two have changed places", { boot: two, spare: one }, true],
    ["is the one at its place, as it was", { boot: one }, false],
    ["is the one at its place, changed", { boot: { ...one, size: 5 } }, false],
    ["is not a copy of the one beside it if that is still there", { boot: two, spare: two }, false],
    ["is not one if it has as much of both", { boot: { zone: "z" } }, false],
  ])("in a message that was made anew: %s", (_, after, isMoved) => {
    expect(ask(spec(after), new Map())).toBe(isMoved);
  });

  it.each<Row>([
    ["is a copy of the one beside it if it is equal", { boot: two }, true],
    ["is a new one if it is not", { boot: { ...two, size: 5 } }, false],
  ])("in a message that was changed in place: %s", (_, after, isMoved) => {
    const now = spec(after);
    expect(ask(now, new Map([[now, before]]))).toBe(isMoved);
  });
});
