import { describe, expect, it } from "vitest";
import { exampleOf, inputKind, isValidScalar, readScalar } from "./scalar-text.js";

describe("the input of a field", () => {
  it.each([
    ["string", "text"],
    ["bytes", "text"],
    ["int64", "number"],
    ["float", "number"],
    ["bool", "bool"],
    ["google.protobuf.Timestamp", "text"],
    ["google.protobuf.UInt32Value", "number"],
    ["google.protobuf.BoolValue", "bool"],
    ["google.protobuf.Struct", "json"],
    ["acme.v1.Unknown", "json"],
  ])("for %s is %s", (type, kind) => {
    expect(inputKind({ type }, false)).toBe(kind);
  });

  it("for a message that the form describes has its fields, and for an enum its values", () => {
    expect(inputKind({ type: "acme.v1.Spec" }, true)).toBe("message");
    expect(inputKind({ type: "acme.v1.State", values: ["A"] }, false)).toBe("enum");
    expect(exampleOf({ type: "google.protobuf.Duration" })).toBe("1.5s");
  });
});

it.each<[type: string, text: string, value: unknown, isValid: boolean]>([
  ["int32", "42", 42, true],
  ["int32", "4.5", 4.5, false],
  ["uint32", "-1", -1, false],
  ["int64", "9223372036854775807", "9223372036854775807", true],
  ["double", "1e3", 1000, true],
  ["double", "NaN", "NaN", true],
  ["float", "many", "many", false],
  ["bool", "false", false, true],
  ["bytes", "aGk=", "aGk=", true],
  ["bytes", "not base64!", "not base64!", false],
  ["string", "", undefined, true],
  ["google.protobuf.Int64Value", "1", "1", true],
])("%s: the text %j is the value %j", (type, text, value, isValid) => {
  expect(readScalar({ type }, text)).toBe(value);
  expect(isValidScalar({ type }, text)).toBe(isValid);
});
