import { describe, expect, it } from "vitest";
import { lowerCamel, startsWithWord, upperCamel } from "./casing.js";

describe("a name in camel case", () => {
  it.each([
    ["Get", "get", "Get"],
    ["GetByName", "getByName", "GetByName"],
    ["get_by_name", "getByName", "GetByName"],
    ["IAMPolicy", "iamPolicy", "IAMPolicy"],
    ["GetIAMPolicy", "getIAMPolicy", "GetIAMPolicy"],
    ["GET", "get", "GET"],
    ["ToJSON", "toJSON", "ToJSON"],
    ["ListV2Disks", "listV2Disks", "ListV2Disks"],
    ["compute/v1", "computeV1", "ComputeV1"],
    ["__proto__", "proto", "Proto"],
    ["_2fa", "_2Fa", "_2Fa"],
    ["_", "_", "_"],
  ])("%s is %s and %s", (name, lower, upper) => {
    expect([lowerCamel(name), upperCamel(name)]).toEqual([lower, upper]);
  });
});

describe("the first word of a name", () => {
  it.each([
    ["Get", true],
    ["GetByName", true],
    ["ListOperations", true],
    ["get_x", true],
    ["GET", true],
    ["Getaway", false],
    ["Listen", false],
    ["BatchGet", false],
    ["Update", false],
  ])("of %s is Get or List: %s", (name, want) => {
    expect(startsWithWord(name, ["get", "list"])).toBe(want);
  });
});
