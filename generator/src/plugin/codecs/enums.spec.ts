import { describe, expect, it } from "vitest";
import { codecsOf } from "./codecs.fixture.js";

const codeOf = async (body: string, syntax = "proto3"): Promise<string> =>
  (await codecsOf({ "a.proto": `syntax = "${syntax}"; package a; ${body}` }))["a.ts"] ?? "";

describe("the code of an enum", () => {
  it("says the names in the proto that do not follow from those here", async () => {
    const code = await codeOf("enum Kind { KIND_A = 0; KIND_2 = 1; default = 2; __proto__ = 3; }");
    expect(code).toContain('A: 0,\n  KIND_2: 1,\n  default: 2,\n  ["__proto__"]: 3,\n');
    expect(code.replaceAll(/\s+/g, " ")).toContain(
      '(Kind$values, "KIND_", { KIND_2: "KIND_2", default: "default", ["__proto__"]: "__proto__", }',
    );
  });

  it("has no unknown values where the enum is closed", async () => {
    const code = await codeOf("enum Kind { KIND_A = 1; }", "proto2");
    expect(code).toContain("export type Kind = ClosedEnum<typeof Kind$values>;");
  });

  it("stands behind the message that it is in", async () => {
    const code = await codeOf("message A { enum Kind { ZERO = 0; } message B { Kind kind = 1; } }");
    const places = ["interface A {", "const A_Kind: ", "interface A_B {"].map((text) => code.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(code).toContain("  kind: A_Kind;\n");
  });
});
