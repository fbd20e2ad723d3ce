import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import type { Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { findOrigins } from "./copied-elements.js";

interface User {
  name: string;
  role: string;
  team: string;
  password: string;
}
const UserTable: MessageTable<User> = defineTable("acme.v1.User", () => [
  ["name", "string"],
  ["role", "string"],
  ["team", "string"],
  ["password", "string", { behaviors: ["INPUT_ONLY"] }],
]);

const filled = (users: readonly MessageInit<User>[]): Properties[] =>
  users.map((user) => fill<object>(UserTable, user) as Properties);

describe("an element that may hide a value, and that was filled or emptied", () => {
  const whole = { role: "admin", password: "p" };
  it.each<
    [title: string, before: MessageInit<User>[], after: MessageInit<User>[], origin: number | undefined]
  >([
    ["alone", [{}], [whole], 0],
    ["before a new one that brings its value", [{}], [whole, { team: "a", password: "q" }], 0],
    ["before a new one that has a name", [{}], [whole, { name: "ann" }], 0],
    ["before a new one that lacks the value, and may be its copy", [{}], [whole, { team: "a" }], undefined],
    [
      "before one that shows nothing, and may be its copy",
      [{ role: "admin" }],
      [{ ...whole, team: "a" }, {}],
      undefined,
    ],
  ])("%s: the first one comes from it only if no other one may", (_, before, after, origin) => {
    const [old, now] = [filled(before), filled(after)];
    const { origins, incomplete } = findOrigins(UserTable, { before: old, after: now, known: [] });
    expect(origins.get(0)).toBe(origin);
    expect(incomplete.get(1)).toBe(origin === undefined ? 0 : undefined);
  });
});
