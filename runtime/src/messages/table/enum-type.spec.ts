import { describe, expect, it } from "vitest";
import { defineEnum, numbersInProto, type AnyEnum } from "./enum-type.js";

const values = { UNSPECIFIED: 0, SSD: 1, FLASH: 1, COLD: -3, other: 9, ["__proto__"]: 4 } as const;
const Kind = defineEnum(values, "KIND_", { other: "other", ["__proto__"]: "__proto__" });

describe("the object of an enum", () => {
  it("has the values and lists nothing else", () => {
    expect(Object.entries(Kind)).toEqual(Object.entries(values));
    expect(Kind.COLD).toBe(-3);
  });

  it("names a value, by its first name, and no other number", () => {
    expect([0, 1, -3, 4, 5, undefined].map(Kind.nameOf)).toEqual([
      "UNSPECIFIED",
      "SSD",
      "COLD",
      "__proto__",
      undefined,
      undefined,
    ]);
  });

  it("knows its values", () => {
    expect([1, 9, 2, undefined, Number.NaN].map((value) => Kind.isKnown(value))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("knows the names of the proto, which have its own before them but for a few", () => {
    expect(Object.entries(numbersInProto(Kind))).toEqual([
      ["KIND_UNSPECIFIED", 0],
      ["KIND_SSD", 1],
      ["KIND_FLASH", 1],
      ["KIND_COLD", -3],
      ["other", 9],
      ["__proto__", 4],
    ]);
    expect(numbersInProto(defineEnum({ A: 1 }))).toEqual({ A: 1 });
  });

  it("is made by defineEnum alone", () => {
    const other: AnyEnum = { nameOf: () => undefined };
    expect(() => numbersInProto(other)).toThrow("must be made by defineEnum");
  });
});
