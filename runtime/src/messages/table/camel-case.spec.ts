import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { camelCase } from "./camel-case.js";

describe("the camel case of a proto name", () => {
  it.each([
    ["id", "id"],
    ["disk_id", "diskId"],
    ["DISK_ID", "DISKID"],
    ["ipV4_address", "ipV4Address"],
    ["a__b", "aB"],
    ["_a", "A"],
    ["a_", "a"],
    ["a_1_b2_c", "a1B2C"],
    ["__proto__", "Proto"],
    ["_1", "1"],
    ["_", ""],
  ])("of %s is %j", (name, want) => {
    expect(camelCase(name)).toBe(want);
  });

  it("is that of every other library of Protocol Buffers, since JSON has it", () => {
    const letters = constantFrom(..."abzABZ019__");
    assert(
      property(string({ unit: letters, maxLength: 12 }), (name) => {
        expect(camelCase(name)).toBe(protoCamelCase(name));
      }),
    );
  });
});
