import { expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { restOf, type Rest } from "./element-rest.js";

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

it.each<[title: string, before: MessageInit<Rule>, after: MessageInit<Rule>, rest: Rest]>([
  ["some, if a value is equal", { port: 1, action: "a" }, { port: 2, action: "a" }, "some"],
  ["some, with another name", { name: "x", port: 1 }, { name: "y", port: 1 }, "some, with other keys"],
  [
    "some, if a message inside has a value of one there",
    { port: 1, hosts: [{ name: "h" }, { name: "i" }] },
    { port: 2, hosts: [{ name: "j" }, { name: "h" }] },
    "some",
  ],
  ["none, if no value is equal", { port: 1 }, { port: 2, action: "a" }, "none"],
  ["unknown, if the new one shows nothing", { port: 1 }, {}, "unknown"],
  ["unknown, if the old one shows nothing", {}, { port: 1 }, "unknown"],
])("of an old element a new one has %s", (_, before, after, rest) => {
  const [old, now] = [before, after].map((one) => fill<object>(RuleTable, one) as Properties);
  expect(old && now && restOf(RuleTable, now, old)).toBe(rest);
});
