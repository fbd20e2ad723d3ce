import { afterAll, describe, expect, it } from "vitest";
import { findIssues } from "../../generator/src/rest/runtime/issues.js";
import type { Shapes } from "../../generator/src/rest/runtime/shape.js";
import { inheritanceKinds } from "./inheritance-kinds.fixture.js";
import { objectKinds } from "./object-kinds.fixture.js";
import { compile, expectCompiled, problemsOf, run, specOf } from "./package.fixture.js";
import { object, ref, text } from "./schema-kind.fixture.js";
import { referenceKinds } from "./reference-kinds.fixture.js";
import { schemaKinds } from "./schema-kinds.fixture.js";

afterAll(expectCompiled);

type Guard = (value: unknown) => boolean;

describe.each([...inheritanceKinds, ...objectKinds, ...referenceKinds, ...schemaKinds])(
  "$what",
  ({ openapi = "3.1.0", schemas, usage, good, bad }) => {
    it("has types that compile, and guards and comparisons that agree with them", async () => {
      const guards = Object.keys(schemas).flatMap((name) => (name.includes(".") ? [] : [`is${name}`]));
      const head = `import type * as ours from "./index.js";\nimport { ${guards.join(", ")} } from "./index.js";\n`;
      const uses = `export const guards = [${guards.join(", ")}];`;
      const built = await compile(
        specOf(schemas, openapi),
        `${head}${usage}\n${uses}`,
        undefined,
        undefined,
        {
          hasOpenapiTypes: true,
        },
      );
      const loaded = (await built.load("guards.js")) as Readonly<Record<string, Guard>>;
      const { shapes } = (await built.load("shapes.js")) as { shapes: Shapes };
      const verdict = ([name, value]: readonly [string, unknown]): unknown => [
        name,
        value,
        loaded[`is${name}`]?.(value),
        findIssues(value, { ref: name }, shapes).length === 0,
      ];
      expect(good.map(verdict)).toEqual(good.map((one) => [...one, true, true]));
      expect(bad.map(verdict)).toEqual(bad.map((one) => [...one, false, false]));
    });
  },
);

describe("null that the specification ignores", () => {
  const schemas = {
    J: object({ id: text }),
    M: { ...ref("J"), nullable: true },
    L: { ...text, enum: ["a", null] },
  };

  it("is noted once, with the number of places", async () => {
    const { warnings } = await run(specOf(schemas, "3.0.3"));
    expect(warnings.map(({ what }) => what)).toEqual([
      "The specification ignores this null, but descriptions mean it, so null is allowed (here and in 1 more place)",
    ]);
  });

  it("is not allowed with --strict-nullable", async () => {
    const { files, warnings } = await run(specOf(schemas, "3.0.3"), { isStrictNullable: true });
    const models = files.find(({ path }) => path === "src/models.ts")?.text;
    expect(models).toContain("type M = J;");
    expect(models).toContain('type L = "a";');
    expect(warnings).toEqual([]);
  });
});

describe("literals of another type than the declared one", () => {
  const yaml = (schema: string): string => `
openapi: 3.0.3
info: { title: t, version: "1" }
paths: { /a: { get: { operationId: a, responses: { 200: { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } } }
components: { schemas: { A: ${schema} } }`;

  it.each([
    [
      "numbers as text, as they are written",
      "{ type: string, enum: [1.0, 2, 0x10, yes, true] }",
      '"1.0" | "2" | "0x10" | "yes" | "true"',
    ],
    ["a constant", "{ type: string, const: 1.10 }", '"1.10"'],
    ["text as integers", '{ type: integer, enum: ["1", "2"] }', "1 | 2"],
    ["text as numbers", '{ type: number, enum: ["1.5"] }', "1.5"],
    ["text as booleans", '{ type: boolean, enum: ["true"] }', "true"],
    ["either, as it is", '{ type: [string, integer], enum: ["1", 2] }', '"1" | 2'],
    [
      "large integers with their digits",
      "{ type: integer, enum: [9007199254740993, 1] }",
      "9007199254740993 | 1",
    ],
  ])("are read: %s", async (_, schema, want) => {
    const { files } = await run(yaml(schema));
    expect(files.find(({ path }) => path === "src/models.ts")?.text.replace(/\s+/g, " ")).toContain(
      `type A = ${want};`,
    );
  });

  it("keep the digits of JSON, and are exact with --int64 bigint", async () => {
    const json = JSON.stringify(
      specOf({ A: { type: "integer", enum: ["LARGE"] }, V: { ...text, enum: ["VERSION"] } }),
    );
    const source = json.replace('"LARGE"', "9007199254740993").replace('"VERSION"', "1.0");
    const { files } = await run(source, { int64: "bigint" });
    const models = files.find(({ path }) => path === "src/models.ts")?.text;
    expect(models).toContain("type A = 9007199254740993n;");
    expect(models).toContain('type V = "1.0";');
  });
});

it.each([
  ["an enum without a value of its type", { A: { type: "integer", enum: ["a"] } }, "no value is valid"],
  ["a pattern with delimiters", { A: { ...text, pattern: "/^[a-z]+$/i" } }, "matches no text"],
  ["a pattern with text before its start", { A: { ...text, pattern: "a^b" } }, "matches no text"],
  [
    "parts that forbid the properties of each other",
    { A: { allOf: [{ ...object({ a: text }), additionalProperties: false }, object({ b: text })] } },
    "allows only its own properties",
  ],
  [
    "a schema that forbids the properties of its parts",
    { A: { allOf: [object({ a: text })], ...object({ b: text }), additionalProperties: false } },
    "allows only its own properties",
  ],
  [
    "unevaluatedProperties that are not checked",
    { A: { allOf: [object({})], unevaluatedProperties: false } },
    "unevaluatedProperties",
  ],
])("%s is noted", async (_, schemas, want) => {
  expect(await problemsOf(specOf(schemas))).toContain(want);
});

it.each([
  ["/abc/", "a path"],
  ["^/v1/.*$", "a path with its start"],
  ["[$^]/", "signs in brackets"],
  ["a|^b", "alternatives"],
])("the pattern %s, %s, is checked without a note", async (pattern) => {
  const { warnings } = await run(specOf({ A: { ...text, pattern } }));
  expect(warnings).toEqual([]);
});
