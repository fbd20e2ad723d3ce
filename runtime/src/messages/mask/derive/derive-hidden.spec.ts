import { describe, expect, it } from "vitest";
import { defineTable } from "../../table/define-table.js";
import { fill } from "../../table/fill.js";
import type { MessageInit } from "../../table/message-init.js";
import type { MessageTable } from "../../table/table.js";
import { deriveMask } from "./derive-mask.js";
import { codedError } from "../../../../../test/coded-error.js";

const hidden = { behaviors: ["INPUT_ONLY"] } as const;

interface Secret {
  token: string;
  next: Secret | undefined;
}
/** Nothing of it is ever shown, however deep. */
const SecretTable: MessageTable<Secret> = defineTable("acme.v1.Secret", () => [
  ["token", "string", hidden],
  ["next", SecretTable],
]);
interface Marker {
  sub: Marker | undefined;
}
/** Holds nothing at all, and is shown where it is there. */
const MarkerTable: MessageTable<Marker> = defineTable("acme.v1.Marker", () => [["sub", MarkerTable]]);
interface User {
  login: string;
  password: string;
  pin: number | undefined;
  keys: string[];
  marked: { token: string; marker: Marker | undefined } | undefined;
  auth: { $case: "code"; value: string } | { $case: "host"; value: string } | undefined;
}
const MarkedTable = defineTable<object>("acme.v1.Marked", () => [
  ["token", "string", hidden],
  ["marker", MarkerTable],
]);
const UserTable: MessageTable<User> = defineTable("acme.v1.User", () => [
  ["login", "string"],
  ["password", "string", hidden],
  ["pin", "int32", { ...hidden, presence: true }],
  ["keys", ["string"], hidden],
  ["marked", MarkedTable],
  ["code", "string", { ...hidden, oneof: "auth" }],
  ["host", "string", { oneof: "auth" }],
]);
interface Login {
  name: string;
  password: string;
}
const LoginTable: MessageTable<Login> = defineTable("acme.v1.Login", () => [
  ["name", "string"],
  ["password", "string", hidden],
]);
interface Group {
  label: string;
  logins: Login[];
}
const GroupTable: MessageTable<Group> = defineTable("acme.v1.Group", () => [
  ["label", "string"],
  ["logins", [LoginTable]],
]);
interface Box {
  owner: User | undefined;
  secret: Secret | undefined;
  marker: Marker | undefined;
  byName: Record<string, Login>;
  group: Group | undefined;
  secrets: Secret[];
  given: Login | undefined;
  givens: Login[];
}
const BoxTable: MessageTable<Box> = defineTable("acme.v1.Box", () => [
  ["by_name", ["string", LoginTable]],
  ["given", LoginTable, hidden],
  ["givens", [LoginTable], hidden],
  ["group", GroupTable],
  ["marker", MarkerTable],
  ["owner", UserTable],
  ["secret", SecretTable],
  ["secrets", [SecretTable]],
]);

const derived = (init: MessageInit<Box>): string => deriveMask(BoxTable, fill(BoxTable, init)).toString();
/** What the mask of an empty box names. */
const rest = "by_name,group,marker,owner,secrets";
const without = (name: string): string =>
  rest
    .split(",")
    .filter((one) => one !== name)
    .join(",");

describe("a mask that is derived does not name what no response shows", () => {
  it("neither a field, nor a list of messages, nor a message of such fields alone, however deep", () => {
    expect(derived({})).toBe(rest);
  });

  it.each<[title: string, owner: MessageInit<User>, want: string]>([
    ["nor fields of a message that is there", {}, "(host,login,marked)"],
    [
      "what is sent is set, and its default is named where it differs from absent",
      { pin: 0 },
      "(host,login,marked,pin)",
    ],
    [
      "a member that is sent takes the place of one that is not shown",
      { auth: { $case: "host", value: "h" } },
      "(login,marked)",
    ],
    ["an empty message that stands beside them is shown", { marked: {} }, "(host,login,marked.marker)"],
  ])("%s", (_, owner, want) => {
    expect(derived({ owner })).toBe(`by_name,group,marker,owner.${want},secrets`);
  });

  it("names the values of a map by their keys, so that one's needs clear nothing of another's", () => {
    const byName = { b: { password: "new" }, a: { name: "ann" }, "*": {}, "b c": {} };
    expect(derived({ byName })).toBe(`by_name.("*".name,"b c".name,b.name),${without("by_name")}`);
    expect(derived({ byName: { a: { name: "ann" } } })).toBe(rest);
  });

  it("names the inside of what is sent", () => {
    expect(derived({ secret: { token: "t" }, given: { password: "p" } })).toBe(
      "by_name,given.name,group,marker,owner,secret,secrets",
    );
  });
});

describe("a list whose elements lack what no response shows", () => {
  it.each<[title: string, init: MessageInit<Box>, path: string]>([
    ["a value", { group: { logins: [{ password: "p" }, { name: "bob" }] } }, "group.logins.1.password"],
    ["in a list that is not shown either", { givens: [{ name: "n" }] }, "givens.0.password"],
    ["a message of such values alone", { secrets: [{ token: "t" }] }, "secrets.0.next"],
  ])("is refused: %s", (_, init, path) => {
    expect(() => derived(init)).toThrow(
      expect.objectContaining({
        name: "MaskPathError",
        path,
        message: expect.stringMatching(/INPUT_ONLY and not sent.*Send .*modify\(\).*resetMask/),
      }),
    );
  });

  it("passes where it carries them all", () => {
    const logins = [{ password: "p" }, { name: "bob", password: "q" }];
    expect(derived({ group: { label: "l", logins } })).toBe(
      "by_name,group.logins.*.name,marker,owner,secrets",
    );
  });

  it("passes where another member of the oneof is set", () => {
    interface Team {
      users: User[];
    }
    const TeamTable: MessageTable<Team> = defineTable("acme.v1.Team", () => [["users", [UserTable]]]);
    const user: MessageInit<User> = {
      password: "p",
      pin: 1,
      keys: ["k"],
      auth: { $case: "host", value: "h" },
    };
    const team = (one: MessageInit<User>) =>
      deriveMask(TeamTable, fill<Team>(TeamTable, { users: [one] })).toString();
    expect(team(user)).toBe("users.*.(login,marked)");
    expect(() => team({ ...user, auth: undefined })).toThrow(
      codedError("MASK_PATH_INVALID", "users.0.code is INPUT_ONLY"),
    );
  });
});
