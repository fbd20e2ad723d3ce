import { describe, expect, it } from "vitest";
import { codecsOf } from "./codecs.fixture.js";

const codeOf = async (body: string): Promise<string> =>
  (await codecsOf({ "a.proto": `syntax = "proto3"; package a; ${body}` }))["a.ts"] ?? "";

describe("the code of an enum", () => {
  it("is an object with the values, and a type of them all and of each", async () => {
    const code = await codeOf("enum Kind { KIND_UNSPECIFIED = 0; KIND_COLD = -3; }");
    expect(code.slice(code.indexOf("export"))).toBe(`export const Kind = {
  KIND_UNSPECIFIED: 0,
  KIND_COLD: -3,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

export namespace Kind {
  export type KIND_UNSPECIFIED = typeof Kind.KIND_UNSPECIFIED;
  export type KIND_COLD = typeof Kind.KIND_COLD;
}
`);
  });

  it("has any name for a value, and a type only where a type can be called so", async () => {
    const code = await codeOf("enum Kind { default = 0; __proto__ = 1; constructor = 2; }");
    expect(code).toContain('default: 0,\n  ["__proto__"]: 1,\n  constructor: 2,\n');
    expect(code).toContain(
      "export namespace Kind {\n  export type constructor = typeof Kind.constructor;\n}\n",
    );
  });

  it("stands behind the message that it is in", async () => {
    const code = await codeOf("message A { enum Kind { ZERO = 0; } message B { Kind kind = 1; } }");
    const places = ["interface A {", "const A_Kind = {", "interface A_B {"].map((text) => code.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(code).toContain("  kind: A_Kind;\n");
  });
});
