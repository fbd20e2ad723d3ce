import * as fc from "fast-check";
import { format } from "oxfmt";
import { describe, expect, it } from "vitest";
import { layOutJson } from "./json-layout.js";

const head = "export const data: Data = ";

const formatted = async (value: unknown): Promise<string> => {
  const { code } = await format("data.ts", `${head}${JSON.stringify(value)};\n`, { printWidth: 110 });
  return code;
};

const laid = (value: unknown): string => `${head}${layOutJson(value, head.length)};\n`;

/** Text without quotes, for which the formatter would choose the other ones. */
const text = fc.string({ maxLength: 70 }).map((one) => one.replace(/["\\\u007f]/g, "_"));
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: 0, max: 999_999 }),
    fc.array(fc.integer({ min: 0, max: 999_999 }), { maxLength: 40 }),
    fc.array(tie("data"), { maxLength: 5 }),
    fc.dictionary(fc.stringMatching(/^[a-z][a-z_-]{0,20}$/), tie("data"), { maxKeys: 5 }),
  ),
}));

describe("data in source text", () => {
  it.each([
    ["nothing", {}],
    ["what fits in a line", { a: { type: "string" }, "b-c": [1, 2] }],
    ["what is longer than a line", { a: { type: "string", enum: ["x".repeat(60), "y".repeat(60)] } }],
    [
      "records, which stand below each other",
      {
        any: [
          { a: 1, b: 2 },
          { c: 3, d: 4 },
        ],
      },
    ],
    ["a long text, which gets a line of its own", { pattern: "x".repeat(105) }],
    ["numbers, which fill their lines", { enum: Array.from({ length: 60 }, (_, index) => index) }],
  ])("is laid out as the formatter does it: %s", async (_, value) => {
    expect(laid(value)).toBe(await formatted(value));
  });

  it("is laid out as the formatter does it, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,20}$/), data, { maxKeys: 6 }),
        async (value) => {
          expect(laid(value)).toBe(await formatted(value));
        },
      ),
    );
  });

  it("has no key that a literal takes for the prototype", () => {
    expect(layOutJson(JSON.parse('{"a":{"__proto__":1}}'), 0)).toBe('{ a: { ["__proto__"]: 1 } }');
  });
});
