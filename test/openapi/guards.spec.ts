import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findIssues } from "../../generator/src/rest/runtime/issues.js";
import type { Shapes } from "../../generator/src/rest/runtime/shape.js";
import { mutationsOf } from "./mutation.fixture.js";
import { compile, expectCompiled, specOf } from "./package.fixture.js";
import { runs } from "../runs.js";

afterAll(expectCompiled);

interface Described {
  readonly examples?: readonly unknown[];
}

type Guard = (value: unknown) => boolean;

const catalogue = readFileSync(new URL("../../openapi/catalogue.yaml", import.meta.url), "utf8");

/** Schemas of every kind, with examples that fit them. */
const odd: Readonly<Record<string, Described & Readonly<Record<string, unknown>>>> = {
  Text: { type: "string", minLength: 2, maxLength: 3, pattern: "^[a-z😀]+$", examples: ["ab", "😀b"] },
  Numbers: { type: "number", minimum: -3, exclusiveMaximum: 9, multipleOf: 0.5, examples: [1.5, -3] },
  Whole: { type: ["integer", "null"], exclusiveMinimum: 0, maximum: 5, examples: [1, 5, null] },
  Loose: { minLength: 2, minimum: 3, minItems: 1, required: ["a"], examples: ["ab", 3, [1], { a: 1 }, true] },
  Untyped: {
    type: "object",
    required: ["list"],
    properties: { list: { items: { type: "string" } } },
    examples: [{ list: ["a"] }, { list: 1 }],
  },
  Values: { enum: ["a", 1, null, { x: [1] }], examples: ["a", 1, null, { x: [1] }] },
  Constant: { type: "integer", const: 7, examples: [7] },
  Bag: {
    type: "object",
    minProperties: 1,
    maxProperties: 2,
    additionalProperties: { type: "integer" },
    examples: [{ a: 1 }],
  },
  Closed: {
    type: "object",
    properties: { "a-b": { type: "string" }, constructor: { type: "integer" } },
    required: ["constructor"],
    additionalProperties: false,
    examples: [{ constructor: 1, "a-b": "x" }],
  },
  Inherited: {
    type: "object",
    properties: { toString: { type: "string" }, hasOwnProperty: {} },
    required: ["hasOwnProperty"],
    examples: [{ hasOwnProperty: 1 }],
  },
  Tree: {
    type: "object",
    required: ["value"],
    properties: {
      value: { type: "integer" },
      children: {
        type: "array",
        uniqueItems: true,
        maxItems: 3,
        items: { $ref: "#/components/schemas/Tree" },
      },
    },
    examples: [{ value: 1, children: [{ value: 2 }, { value: 3, children: [] }] }],
  },
  Either: {
    anyOf: [{ $ref: "#/components/schemas/Text" }, { $ref: "#/components/schemas/Tree" }, { type: "null" }],
    examples: ["ab", { value: 1 }, null],
  },
  One: {
    oneOf: [{ type: "integer" }, { type: "number", minimum: 2 }, { type: "object", required: ["a"] }],
    examples: [1, 2.5, { a: 1 }],
  },
  All: {
    allOf: [
      { $ref: "#/components/schemas/Tree" },
      { type: "object", required: ["x"], properties: { x: { type: "string" } } },
      { anyOf: [{ required: ["y"] }, { required: ["z"] }] },
    ],
    examples: [{ value: 1, x: "a", y: 1 }],
  },
  Beside: { $ref: "#/components/schemas/Tree", required: ["note"], examples: [{ value: 1, note: "x" }] },
  Nested: {
    type: "object",
    properties: {
      inner: {
        type: "object",
        required: ["deep"],
        properties: {
          deep: { type: "array", items: { type: "array", items: { type: ["string", "integer"] } } },
        },
      },
    },
    examples: [{ inner: { deep: [["a", 1]] } }],
  },
};

describe.each([
  ["the catalogue", parse(catalogue) as object],
  ["schemas of every kind", specOf(odd)],
])("guards of %s", (_, spec) => {
  it("agree with a JSON Schema validator on mutated examples, and with the walk that tells the paths", async () => {
    const built = await compile(spec);
    const guards = await built.load("guards.js");
    const { shapes } = (await built.load("shapes.js")) as { shapes: Shapes };
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    ajv.addSchema(spec, "spec");
    const { components } = spec as { components: { schemas: Record<string, Described> } };
    for (const [name, { examples = [] }] of Object.entries(components.schemas)) {
      const validate = ajv.getSchema(`spec#/components/schemas/${name}`) as Guard;
      const guard = guards[`is${name}`] as Guard;
      expect(examples.map(guard), name).toEqual(examples.map(() => true));
      const verdicts = { good: 0, bad: 0 };
      fc.assert(
        fc.property(mutationsOf(examples), (value) => {
          const want = validate(value);
          verdicts[want ? "good" : "bad"]++;
          expect(guard(value), name).toBe(want);
          const issues = findIssues(value, { ref: name }, shapes);
          expect(issues.length === 0, `${name}: ${JSON.stringify(issues)}`).toBe(want);
        }),
        { numRuns: runs(60) },
      );
      // A test that sees one side only shows nothing.
      expect(verdicts.good, name).toBeGreaterThan(0);
      if (name !== "ErrorBody") expect(verdicts.bad, name).toBeGreaterThan(0);
    }
  });
});

describe("a pattern that some text would keep busy for ever", () => {
  it("is not tried, and others are", async () => {
    const built = await compile(
      specOf({ Slow: { type: "string", pattern: "^(a+)+$" }, Fast: { type: "string", pattern: "^a+$" } }),
    );
    const { isSlow, isFast } = (await built.load("guards.js")) as Readonly<Record<string, Guard>>;
    const text = `${"a".repeat(60)}!`;
    expect([isSlow?.(text), isSlow?.(7), isFast?.(text), isFast?.("aa")]).toEqual([true, false, false, true]);
  });
});

describe("alternatives that hold each other", () => {
  const node = (choice: string, name: string, kinds: readonly string[]): object => ({
    [choice]: kinds.map((kind) => ({
      type: "object",
      properties: { next: { $ref: `#/components/schemas/${name}` }, kind: { const: kind } },
    })),
  });

  it("are looked at once for each place, and again when the value has changed", async () => {
    const built = await compile(
      specOf({
        Single: node("oneOf", "Single", ["a", "b"]),
        Several: node("anyOf", "Several", ["a", "b"]),
        Every: node("allOf", "Every", ["a", "a"]),
      }),
    );
    const guards = (await built.load("guards.js")) as Readonly<Record<string, Guard>>;
    const { shapes } = (await built.load("shapes.js")) as { shapes: Shapes };
    for (const name of ["Single", "Several", "Every"]) {
      const last = { kind: "a" };
      // By every way there would be 2^200 looks at the last one.
      const chain = Array.from({ length: 200 }).reduce<unknown>((next) => ({ kind: "a", next }), last);
      expect([guards[`is${name}`]?.(chain), findIssues(chain, { ref: name }, shapes)]).toEqual([true, []]);
      last.kind = "z";
      expect(guards[`is${name}`]?.(chain)).toBe(false);
      expect(findIssues(chain, { ref: name }, shapes)).not.toEqual([]);
    }
  });

  it("are looked at once for each place where each is a schema of its own", async () => {
    const levels = Array.from({ length: 40 }, (_, index) => `L${index}`);
    const twins = (next: object): object => ({
      anyOf: ["a", "b"].map((kind) => ({ type: "object", properties: { next, kind: { const: kind } } })),
    });
    const schemas = Object.fromEntries(
      levels.map((name, index) => [
        name,
        twins(index === 39 ? { type: "integer" } : { $ref: `#/components/schemas/L${index + 1}` }),
      ]),
    );
    const built = await compile(specOf(schemas));
    const { isL0 } = (await built.load("guards.js")) as Readonly<Record<string, Guard>>;
    const chain = (last: unknown): unknown => levels.reduce<unknown>((next) => ({ kind: "b", next }), last);
    expect([isL0?.(chain(1)), isL0?.(chain("x"))]).toEqual([true, false]);
  });
});
