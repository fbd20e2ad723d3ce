import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { diffWithOrigins, diffMask } from "../derive/diff-mask.js";
import { codedError } from "../../../../../test/coded-error.js";

interface User {
  name: string;
  role: string;
  password: string;
  /** No value in it is visible. */
  badge?: object | undefined;
}
interface Spec {
  owner: User | undefined;
  backup: User | undefined;
  users: User[];
  byName: { [key: string]: User };
  inner: Spec | undefined;
}
const BadgeTable: MessageTable<object> = defineTable("acme.v1.Badge", () => []);
const UserTable: MessageTable<User> = defineTable("acme.v1.User", () => [
  ["name", "string"],
  ["role", "string"],
  ["password", "string", { behaviors: ["INPUT_ONLY"] }],
  ["badge", BadgeTable],
]);
const SpecTable: MessageTable<Spec> = defineTable("acme.v1.Spec", () => [
  ["owner", UserTable],
  ["backup", UserTable],
  ["users", [UserTable]],
  ["by_name", ["string", UserTable]],
  ["inner", SpecTable],
]);

const spec = (init: MessageInit<Spec>): Spec => fill<Spec>(SpecTable, init);
const [ann, bob] = [
  { name: "ann", role: "admin" },
  { name: "bob", role: "user" },
];

describe("a message at a new place, of a type with values that no response shows,", () => {
  it.each<[title: string, before: MessageInit<Spec>, after: MessageInit<Spec>, path: string]>([
    ["a structure", { owner: ann }, { backup: ann }, "backup.password"],
    ["a structure that was changed", { owner: ann }, { backup: { ...ann, role: "x" } }, "backup.password"],
    [
      "a structure that has only an empty one in common",
      { owner: { ...ann, badge: {} } },
      { backup: { ...bob, badge: {} } },
      "backup.password",
    ],
    ["an element", { owner: ann }, { users: [ann] }, "users.0.password"],
    ["the value of a key", { users: [bob, ann] }, { users: [bob], byName: { a: ann } }, "by_name.a.password"],
    ["one inside of it", { owner: ann }, { inner: { owner: ann } }, "inner.owner.password"],
    ["one that shows nothing", { owner: ann }, { backup: {} }, "backup.password"],
  ])("may be a copy of one that has gone, and is refused: %s", (_, before, after, path) => {
    expect(() => diffMask(SpecTable, spec(before), spec(after))).toThrow(
      expect.objectContaining({ path, message: expect.stringContaining("may be a copy of one that") }),
    );
  });

  it.each<[title: string, before: MessageInit<Spec>, after: MessageInit<Spec>]>([
    ["it brings the value", { owner: ann }, { backup: { ...ann, password: "p" } }],
    ["none has gone", { owner: ann, users: [bob] }, { owner: ann, users: [bob, ann], backup: ann }],
    ["it has nothing in common with one that has", { owner: ann }, { backup: bob }],
    ["the one that was there is still there, changed", { owner: ann }, { owner: bob, backup: ann }],
  ])("is sent if %s", (_, before, after) => {
    expect(() => diffMask(SpecTable, spec(before), spec(after))).not.toThrow();
  });

  it.each([
    [{ ...ann, role: "x" }, false],
    [ann, true],
  ])(
    "must show the same as the one that has gone, if the message around was changed in place: %j",
    (backup, isRefused) => {
      const [before, after] = [spec({ inner: { owner: ann } }), spec({ inner: { backup } })];
      const knownOrigins = new Map([[after.inner as object, before.inner as object]]);
      const run = (): unknown => diffWithOrigins(SpecTable, before, after, knownOrigins);
      if (isRefused) expect(run).toThrow(codedError("MASK_PATH_INVALID", "inner.backup may be a copy"));
      else expect(run).not.toThrow();
    },
  );
});
