import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import { HouseSpecTable } from "../../table/house.fixture.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import type { Properties } from "../../table/field-access.js";
import { findMissingInputOnly } from "./input-only.js";

interface Secrets {
  pin: string;
  inner: Secrets | undefined;
}
interface Login {
  user: string;
  secrets: Secrets | undefined;
}
interface Account {
  name: string;
  login: Login | undefined;
  logins: Login[];
  loginByName: { [key: string]: Login };
  proof: { $case: "code"; value: string } | { $case: "phone"; value: string } | undefined;
}

const SecretsTable: MessageTable<Secrets> = defineTable("acme.v1.Secrets", () => [
  ["pin", "string", { behaviors: ["INPUT_ONLY"] }],
  ["inner", SecretsTable, { behaviors: ["INPUT_ONLY"] }],
]);
const LoginTable: MessageTable<Login> = defineTable("acme.v1.Login", () => [
  ["user", "string"],
  ["secrets", SecretsTable],
]);
const AccountTable: MessageTable<Account> = defineTable("acme.v1.Account", () => [
  ["name", "string"],
  ["login", LoginTable],
  ["logins", [LoginTable]],
  ["login_by_name", ["string", LoginTable]],
  ["code", "string", { oneof: "proof", behaviors: ["INPUT_ONLY"] }],
  ["phone", "string", { oneof: "proof" }],
]);

const whole: MessageInit<Secrets> = { pin: "1", inner: { pin: "2" } };
const login: MessageInit<Login> = { user: "u", secrets: whole };
const phone = { $case: "phone", value: "1" } as const;

describe("the INPUT_ONLY value that a message lacks", () => {
  it.each<[title: string, account: MessageInit<Account>, want: string | undefined]>([
    ["is a member of a oneof that is not set", { name: "a" }, "code"],
    ["is none beside another member", { proof: phone }, undefined],
    [
      "is none in a structure that is not there, and would have been shown",
      { proof: phone, name: "a" },
      undefined,
    ],
    ["is a structure that holds nothing else", { proof: phone, login: { user: "u" } }, "login.secrets"],
    ["lies in that structure", { proof: phone, login: { secrets: {} } }, "login.secrets.pin"],
    ["lies in an element", { proof: phone, logins: [{ user: "u" }] }, "logins.0.secrets"],
    ["lies under a key", { proof: phone, loginByName: { k: { user: "u" } } }, "login_by_name.k.secrets"],
  ])("%s", (_, account, want) => {
    const message = fill<object>(AccountTable, account) as Properties;
    expect(findMissingInputOnly(AccountTable, message)?.join(".")).toBe(want);
  });

  it("is none in what was written anew, also of messages that hold themselves", () => {
    const message = fill<object>(LoginTable, login) as Properties;
    expect(findMissingInputOnly(LoginTable, message)).toBeUndefined();
  });

  it("is none in a type that has no such fields", () => {
    expect(
      findMissingInputOnly(HouseSpecTable, fill<object>(HouseSpecTable, {}) as Properties),
    ).toBeUndefined();
  });
});
