import { describe, expect, it } from "vitest";
import { readAnnotations } from "./annotations.js";
import { ruledApi } from "./validate.fixture.js";
import {
  describeCelRules,
  describeChoice,
  isDocumentedAsRequired,
  describeLimits,
} from "./describe-rules.js";

/** The field `a` of each of some messages, and what is stated about it. */
function readFieldAnnotations(declarations: readonly string[]) {
  const messages = declarations.map((one, index) => `message M${index} { ${one} }`).join(" ");
  const api = ruledApi(`${messages} message P { string s = 1; } enum E { E_A = 0; E_B = 1; E_C = 2; }`, {
    syntax: "proto3",
  });
  const annotations = readAnnotations(api.options);
  return declarations.map((_, index) => {
    const field = api.message(`M${index}`).fields.find(({ name }) => name === "a")!;
    return [field, annotations.field(field)] as const;
  });
}

const ruled = (type: string, rules: string): string => `${type} a = 1 [(buf.validate.field) = {${rules}}];`;

const rows: readonly (readonly [type: string, rules: string, want: readonly string[]])[] = [
  ["string", "string: {min_len: 1, max_len: 63}", ["1 to 63 characters"]],
  ["string", "string: {min_len: 1}", ["at least 1 character"]],
  ["string", "string: {max_len: 63}", ["at most 63 characters"]],
  ["string", "string: {len: 8}", ["8 characters"]],
  ["string", "string: {min_len: 8, max_len: 8}", ["8 characters"]],
  ["string", "string: {len_bytes: 1}", ["1 byte"]],
  ["string", "string: {min_bytes: 1, max_bytes: 9}", ["1 to 9 bytes"]],
  ["bytes", "bytes: {max_len: 9}", ["at most 9 bytes"]],
  ["bytes", 'bytes: {prefix: "\\xff\\x01"}', ["begins with ff01"]],
  ["string", 'string: {pattern: "^[a-z]+$"}', ["matches `^[a-z]+$`"]],
  ["string", 'string: {prefix: "a", suffix: "b"}', ['begins with "a"', 'ends with "b"']],
  ["string", 'string: {in: ["a", "b"]}', ['one of "a", "b"']],
  ["string", "string: {email: true}", ["an e-mail address"]],
  ["string", "string: {well_known_regex: KNOWN_REGEX_HTTP_HEADER_NAME}", ["the name of an HTTP header"]],
  ["int32", "int32: {gte: 1, lte: 64}", ["1 to 64"]],
  ["int64", "int64: {gt: 1, lte: 64}", ["more than 1, at most 64"]],
  ["int32", "int32: {gte: 7, lt: 3}", ["less than 3 or at least 7"]],
  ["double", "double: {gt: 0.5, finite: true}", ["more than 0.5", "a finite number"]],
  ["E", "enum: {defined_only: true, not_in: [0]}", ["a value that has a name", "none of E_A"]],
  ["google.protobuf.Duration", "duration: {gte: {seconds: 1}, lte: {seconds: 90}}", ["1s to 90s"]],
  ["google.protobuf.Timestamp", "timestamp: {within: {seconds: 60}}", ["within 60s of now"]],
  ["google.protobuf.Timestamp", "timestamp: {gt: {seconds: 60}}", ["more than 1970-01-01T00:01:00.000Z"]],
  [
    "repeated string",
    "repeated: {min_items: 1, max_items: 8, unique: true}",
    ["1 to 8 elements", "no element twice"],
  ],
  ["repeated string", "repeated: {items: {string: {uuid: true}}}", ["each element: a UUID"]],
  [
    "map<string, P>",
    "map: {max_pairs: 1, keys: {string: {len: 2}}}",
    ["at most 1 entry", "each key: 2 characters"],
  ],
  ["string", "string: {min_len: 3}, ignore: IGNORE_IF_ZERO_VALUE", ["if set, at least 3 characters"]],
  ["string", "string: {min_len: 3}, ignore: IGNORE_ALWAYS", []],
  ["string", 'cel: {id: "x", message: "it must rhyme.", expression: "true"}', ["it must rhyme"]],
  ["string", 'cel: {id: "x", expression: "true"}', []],
];

describe("limits in words", () => {
  const all = readFieldAnnotations(rows.map(([type, rules]) => ruled(type, rules)));
  it.each(rows.map(([type, rules, want], index) => ({ type, rules, want, index })))(
    "$type with {$rules}",
    ({ want, index }) => expect(describeLimits(...all[index]!)).toEqual(want),
  );

  it("call the values of enums as they are asked to", () => {
    const [first] = readFieldAnnotations([ruled("E", "enum: {in: [1, 2]}")]);
    expect(describeLimits(...first!, ({ name }) => name.slice(2))).toEqual(["one of B, C"]);
  });

  it("cut what nobody reads", () => {
    const [text] = describeLimits(
      ...readFieldAnnotations([ruled("string", `string: {const: "${"x".repeat(500)}"}`)])[0]!,
    );
    expect(text?.length).toBeLessThan(220);
  });

  it("are said of several fields too", () => {
    expect(describeChoice({ fields: ["a", "b"], isRequired: true })).toBe("exactly one of a, b");
    expect(describeChoice({ fields: ["a", "b"], isRequired: false })).toBe("at most one of a, b");
    expect(describeCelRules([{ id: "x", message: " Be kind. ", expression: "" }])).toEqual(["Be kind"]);
  });
});

describe("people are told that a field is required", () => {
  it.each([
    ["by a rule", "string a = 1 [(buf.validate.field).required = true];", true],
    [
      "by the API, though zero is not told from nothing",
      "int32 a = 1 [(field_behavior) = FIELD_BEHAVIOR_REQUIRED];",
      true,
    ],
    [
      "not where the server sets it",
      "P a = 1 [(buf.validate.field).required = true, (field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY];",
      false,
    ],
    ["not where nobody says it", "P a = 1;", false],
  ])("%s", (_, declaration, want) =>
    expect(isDocumentedAsRequired(readFieldAnnotations([declaration])[0]![1])).toBe(want),
  );
});
