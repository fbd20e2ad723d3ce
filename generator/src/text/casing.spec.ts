import { describe, expect, it } from "vitest";
import { lowerCamel, upperCamel } from "./casing.js";

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
