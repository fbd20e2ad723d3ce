import { describe, expect, it } from "vitest";
import { compactMask } from "../derive/compact-mask.js";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import { applyUpdate } from "../rules/apply-update.js";
import { formatGrouped } from "./grouped-text.js";
import { parseMask } from "./mask.js";

interface Disk {
  mode: string;
  part: { id: string; size: number } | undefined;
}
const PartTable = defineTable<NonNullable<Disk["part"]>>("acme.v1.Part", () => [
  ["id", "string"],
  ["size", "int32"],
]);
const DiskTable = defineTable<Disk>("acme.v1.Disk", () => [
  ["mode", "string"],
  ["part", PartTable],
]);

describe("a wildcard beside paths through it", () => {
  it.each([
    ["*,*.id", "*,*.id"],
    ["*.id,*", "*,*.id"],
    ["a.*.id,a.*", "a.(*,*.id)"],
    ['a.("x y",*,*.(b,c))', 'a.("x y",*,*.(b,c))'],
    ["*.id", "*.id"],
    ["*", "*"],
    ["a,a.b", "a.b"],
  ])("%s is the mask %s", (text, want) => {
    const mask = parseMask(text);
    expect(mask.toString()).toBe(want);
    expect(parseMask(want).equals(mask)).toBe(true);
    expect(parseMask(formatGrouped(mask.root)).equals(mask)).toBe(true);
  });

  it("differs from the paths alone, and a union has both", () => {
    expect(parseMask("*,*.id").equals(parseMask("*.id"))).toBe(false);
    for (const [one, other] of [
      ["*", "*.id"],
      ["*.id", "*"],
    ] as const)
      expect(parseMask(one).union(parseMask(other)).toString()).toBe("*,*.id");
  });

  it("clears the fields that the wildcard names", () => {
    const stored = fill(DiskTable, { mode: "rw", part: { id: "p", size: 1 } });
    const update = (mask: string): Disk =>
      applyUpdate(DiskTable, stored, fill(DiskTable, { part: {} }), parseMask(mask));
    expect(update("*,*.id")).toEqual({ mode: "", part: { id: "", size: 1 } });
    expect(update("*.id")).toEqual({ mode: "rw", part: { id: "", size: 1 } });
    const short = compactMask(DiskTable, fill(DiskTable, { part: {} }), parseMask("*,*.id").root);
    expect(parseMask(short).equals(parseMask("*,*.id"))).toBe(true);
  });
});
