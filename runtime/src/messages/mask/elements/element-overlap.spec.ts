import { expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { classifyOverlap, type Overlap } from "./element-overlap.js";

interface Rule {
  name: string;
  port: number;
  action: string;
  target: string;
  hosts: { name: string }[];
}
const HostTable: MessageTable<{ name: string }> = defineTable("acme.v1.Host", () => [["name", "string"]]);
const RuleTable: MessageTable<Rule> = defineTable("acme.v1.Rule", () => [
  ["name", "string"],
  ["port", "int32"],
  ["action", "string"],
  ["target", "string"],
  ["hosts", [HostTable]],
]);

it.each<[title: string, before: MessageInit<Rule>, after: MessageInit<Rule>, overlap: Overlap]>([
  ["a value in common", { port: 1, action: "a" }, { port: 2, action: "a" }, "same identity"],
  ["a value in common and another name", { name: "x", port: 1 }, { name: "y", port: 1 }, "other identity"],
  [
    "a value in common in a message inside",
    { port: 1, hosts: [{ name: "h" }, { name: "i" }] },
    { port: 2, hosts: [{ name: "j" }, { name: "h" }] },
    "same identity",
  ],
  ["no value in common", { port: 1 }, { port: 2, action: "a" }, "none"],
  ["no visible value", { port: 1 }, {}, "unknown"],
  ["no visible value in the old one", {}, { port: 1 }, "unknown"],
])("overlaps with an old element: %s", (_, before, after, overlap) => {
  const [old, now] = [before, after].map((one) => fill<object>(RuleTable, one) as Properties);
  expect(old && now && classifyOverlap(RuleTable, now, old)).toBe(overlap);
});
