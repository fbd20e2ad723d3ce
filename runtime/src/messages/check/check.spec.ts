import { describe, expect, it } from "vitest";
import { goodSpec, type RuledRequest, RuledRequestType } from "../../fixture/ruled-api.fixture.js";
import type { MessageInit } from "../table/message-init.js";
import { defineTable } from "../table/define-table.js";
import type { FieldRow } from "../table/table.js";
import type { FieldRules, RuleValue } from "../table/rules.js";
import { check, type CheckOptions } from "./check.js";
import { formatViolations } from "./rule-text.js";
import { codedError } from "../../../../test/coded-error.js";

/** Violations as `path rule`. */
async function found(message: MessageInit<RuledRequest>, options?: CheckOptions): Promise<string[]> {
  return (await check(RuledRequestType, message, options)).map(({ path, rule }) => `${path} ${rule}`);
}

const nothing = { id: "r" };
const empty = [
  "spec.name required",
  "spec.cpu int32.gte_lte",
  "spec.password string.in",
  "spec.disk required",
];

describe("check", () => {
  it("finds nothing in a message that keeps all rules", async () => {
    expect(await found({ spec: goodSpec })).toEqual([]);
  });

  it("finds nothing where the API states nothing", async () => {
    const table = defineTable<{ a: string }>("acme.v1.Plain", () => [["a", "string"]]);
    expect(await check(table, { a: "x" })).toEqual([]);
  });

  it("takes what is not carried for what it is to the server: not set", async () => {
    expect(await found(nothing)).toEqual(["spec required"]);
    expect(await found({ spec: {} })).toEqual([...empty, "spec.place required"]);
  });

  it("names elements by their index, and says each rule in words", async () => {
    const spec = { ...goodSpec, name: "longer", cpu: 65, disks: [{ size: 1 }, { size: 0 }, { size: 2 }] };
    expect(await check(RuledRequestType, { spec })).toEqual([
      { path: "spec.name", rule: "string.max_len", text: "must have at most 5 characters" },
      { path: "spec.cpu", rule: "int32.gte_lte", text: "must be at least 1 and at most 64" },
      { path: "spec.disks", rule: "repeated.max_items", text: "must have at most 2 elements" },
      { path: "spec.disks[1].size", rule: "int32.gte", text: "must be at least 1" },
    ]);
  });

  it("says of a secret neither its value nor which values there are", async () => {
    const violations = await check(RuledRequestType, { spec: { ...goodSpec, password: "swordfish" } });
    expect(violations).toEqual([
      { path: "spec.password", rule: "string.in", text: "must keep the rule string.in" },
    ]);
  });

  it("finds a hundred violations at most", async () => {
    const disks = Array.from({ length: 200 }, () => ({ size: 0 }));
    expect(await found({ spec: { ...goodSpec, disks } })).toHaveLength(100);
  });

  it("refuses what is not of the type, with its place", async () => {
    await expect(found({ spec: { cpu: "4" } } as never)).rejects.toThrow(
      codedError("MESSAGE_INVALID", /spec\.cpu/),
    );
  });
});

describe("check of an Update, by its mask,", () => {
  it.each([
    ["counts nothing that is neither carried nor named", { spec: { cpu: 4 } }, "", []],
    [
      "counts what is carried",
      { spec: { cpu: 65, name: "longer" } },
      "",
      ["spec.name string.max_len", "spec.cpu int32.gte_lte"],
    ],
    ["counts what is cleared", { spec: { cpu: 4 } }, "spec.name", ["spec.name required"]],
    ["counts a default that comes by clearing", { spec: {} }, "spec.cpu", ["spec.cpu int32.gte_lte"]],
    ["counts what a wildcard clears", { spec: {} }, "spec.*", [...empty, "spec.place required"]],
    [
      "knows that a path into a structure clears all of it",
      { spec: {} },
      "spec.disk.size",
      ["spec.disk required"],
    ],
    ["knows that paths under a scalar mean nothing", { spec: {} }, "spec.name.x", []],
    ["counts a oneof that is cleared by its name", { spec: {} }, "spec.place", ["spec.place required"]],
    [
      "counts a oneof of which all members are cleared",
      { spec: {} },
      "spec.(host,rack)",
      ["spec.place required"],
    ],
    ["counts no oneof of which one may be left", { spec: {} }, "spec.host", []],
    [
      "counts a member that takes the place of a cleared one",
      { spec: { place: { $case: "rack", value: "r" } } },
      "spec.place",
      [],
    ],
    ["looks into elements", { spec: { disks: [{ size: -1 }, {}] } }, "", ["spec.disks[0].size int32.gte"]],
    [
      "looks into elements by index",
      { spec: { disks: [{}, {}] } },
      "spec.disks.1.size",
      ["spec.disks[1].size int32.gte"],
    ],
    [
      "looks into all elements",
      { spec: { disks: [{}, {}] } },
      "spec.disks.*.size",
      ["spec.disks[0].size int32.gte", "spec.disks[1].size int32.gte"],
    ],
    ["counts the whole request where it is cleared", {}, "spec", ["spec required"]],
  ] as const)("%s: %j %j", async (_, message, mask, want) => {
    expect(await found(message as MessageInit<RuledRequest>, { mask })).toEqual(want);
  });
});

describe("a rule of a field", () => {
  /** The rules that a value of `a` breaks, in words. */
  async function broken(row: FieldRow[1], value: unknown, rules: FieldRules, more: FieldRow[2] = {}) {
    const table = defineTable<{ a: unknown }>("acme.v1.One", () => [["a", row, more]]);
    const tables = { "acme.v1.One": { fields: { a: rules } } };
    const type = Object.assign(table, { rules: () => Promise.resolve({ rules: tables }) });
    const violations = await check(type, { a: value } as never, { now: new Date(1_000) });
    return violations.map(({ rule, text }) => `${rule}: ${text}`);
  }
  const rule = (kind: string, name: string, limit: RuleValue): FieldRules => ({
    kind,
    rules: { [name]: limit },
  });

  it.each([
    ["string", "x", rule("string", "const", "y"), ['string.const: must be "y"']],
    ["string", "x", rule("string", "in", ["y", "z"]), ['string.in: must be one of "y", "z"']],
    ["string", "x", rule("string", "email", true), ["string.email: must be an e-mail address"]],
    ["string", "", rule("string", "uuid", true), ["string.uuid_empty: must be a UUID"]],
    [
      "bytes",
      Uint8Array.of(1),
      rule("bytes", "prefix", "\u0001\u00ff"),
      ["bytes.prefix: must begin with 01ff"],
    ],
    ["bytes", Uint8Array.of(1), rule("bytes", "min_len", 2), ["bytes.min_len: must have at least 2 bytes"]],
    ["int64", 3n, rule("int64", "gt", 3n), ["int64.gt: must be greater than 3"]],
    [
      "int64",
      5n,
      { kind: "int64", rules: { lt: 4n, gte: 9n } },
      ["int64.gte_lt_exclusive: must be at least 9 or less than 4"],
    ],
    ["float", 0.1, rule("float", "const", Math.fround(0.1)), []],
    // A rule that a later generator has written, and this version does not know.
    ["string", "x", rule("string", "palindrome", true), []],
    // As many letters as the server would have to read.
    ["string", `${"a".repeat(70_000)}!`, rule("string", "pattern", "^a+$"), []],
    ["string", "a!", rule("string", "pattern", "^a+$"), ['string.pattern: must match "^a+$"']],
    ["string", "a", rule("string", "pattern", "^\\d+$"), ['string.pattern: must match "^\\d+$"']],
    ["string", "", rule("string", "min_len", 1), ["string.min_len: must have at least 1 character"]],
    [
      ["string"],
      ["a", "b"],
      rule("repeated", "max_items", 1),
      ["repeated.max_items: must have at most 1 element"],
    ],
  ] as const)("of %s", async (row, value, rules, want) => {
    expect(await broken(row, value, rules)).toEqual(want);
  });

  it("about now is about the time that is given", async () => {
    const row = defineTable("google.protobuf.Timestamp", () => [
      ["seconds", "int64"],
      ["nanos", "int32"],
    ]);
    const past = rule("timestamp", "lt_now", true);
    expect(await broken(row, { seconds: 0n, nanos: 5 }, past)).toEqual([]);
    expect(await broken(row, { seconds: 2n }, past)).toEqual(["timestamp.lt_now: must be in the past"]);
    expect(await broken(row, { seconds: 9n }, rule("timestamp", "within", 5_000_000_000n))).toEqual([
      "timestamp.within: must be within 5s of now",
    ]);
  });

  it("that proto2 makes required has a name of its own", async () => {
    expect(await broken("string", undefined, { required: "label" }, { presence: true })).toEqual([
      "legacy_required: must be set",
    ]);
  });

  it("of text that is very long takes time in proportion to it", async () => {
    const text = "a".repeat(10_000_000);
    const formats = ["email", "hostname", "ip", "uri", "uri_ref", "host_and_port", "uuid", "protobuf_fqn"];
    for (const name of formats) {
      // Above 64 kB the server decides.
      expect(await broken("string", text, rule("string", name, true))).toEqual([]);
      await broken("string", `${text.slice(0, 65_535)}!`, rule("string", name, true));
    }
    expect(await broken("string", text, rule("string", "max_len", 5))).toHaveLength(1);
  });
});

it("a sentence of a rule in CEL is told apart from the place", () => {
  const words = formatViolations([
    { path: "spec.name", rule: "required", text: "must be set" },
    { path: "host", rule: "cel:host_or_wildcard", text: "The host must be * or an address." },
    { path: "", rule: "cel:one", text: "one is needed" },
  ]);
  expect(words).toBe("spec.name must be set, host: The host must be * or an address., one is needed");
});
