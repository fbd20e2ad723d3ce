import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { compile, expectCompiled, specOf } from "./package.fixture.js";
import { runs } from "../runs.js";

afterAll(expectCompiled);

type Guard = (value: unknown) => boolean;
type Schema = Readonly<Record<string, unknown>>;

const names = ["a", "b", "x"];
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that others reference. */
const shared: Readonly<Record<string, Schema>> = {
  Word: { type: "string", enum: ["a", "b"] },
  Base: { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } },
  Strict: { allOf: [ref("Base"), { required: ["a"] }] },
};

const scalar = fc.constantFrom<Schema>(
  { type: "string" },
  { type: "integer" },
  { type: "boolean" },
  { type: ["string", "null"] },
  { type: "string", nullable: true },
  { enum: ["a", 1, null] },
  { type: "string", enum: ["a", null] },
  { type: ["string", "null"], enum: ["a"] },
  { type: "string", enum: [1, true] },
  { type: "integer", enum: ["1"] },
  { const: null },
  { const: "b" },
  ref("Word"),
  { ...ref("Word"), nullable: true },
  { ...ref("Word"), enum: ["a"] },
);

const required = fc.subarray(names);

/** Objects with properties, some of them required without being described. */
const object = fc
  .record({ a: scalar, b: scalar, required, described: fc.subarray(["a", "b"]), isTyped: fc.boolean() })
  .map(({ required, described, isTyped, ...properties }): Schema => ({
    // Properties without a type describe an object too.
    ...((isTyped || described.length === 0) && { type: "object" }),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => described.includes(name))),
    required,
  }));

/** Objects that describe a property, so that their type is not that of any object. */
const described = object.filter(({ properties }) => Object.hasOwn(properties as object, "a"));

/** Schemas whose types and guards say the same. */
const equal = fc.oneof(
  scalar,
  object,
  scalar.map((items): Schema => ({ type: "array", items })),
  scalar.map((values): Schema => ({ type: "object", additionalProperties: values })),
  fc
    .record({ first: scalar, second: scalar, rest: scalar, minItems: fc.nat(2) })
    .map(({ first, second, rest, minItems }): Schema => ({
      type: "array",
      prefixItems: [first, second],
      items: rest,
      minItems,
    })),
  fc.tuple(object, required).map(([part, required]): Schema => ({ allOf: [part, { required }] })),
  fc.tuple(fc.constantFrom("Base", "Strict"), required, object).map(([name, required, part]): Schema => ({
    ...ref(name),
    required,
    allOf: [part],
  })),
  fc.tuple(described, described).map((anyOf): Schema => ({ anyOf })),
  fc.tuple(described, described, described).map(([whole, ...anyOf]): Schema => ({ ...whole, anyOf })),
  object.map((part): Schema => ({ ...part, nullable: true })),
);

/** Schemas whose guards say more than TypeScript can. */
const narrower = fc.oneof(
  object.map((part): Schema => ({ ...part, additionalProperties: false })),
  fc.tuple(object, scalar).map(([part, rest]): Schema => ({ ...part, additionalProperties: rest })),
  fc.tuple(described, described).map((oneOf): Schema => ({ oneOf })),
  fc
    .tuple(object, fc.subarray(["a", "b"]))
    .map(([part, values]): Schema => ({ ...part, not: { enum: values } })),
);

const leaf = fc.constantFrom<unknown>("a", "b", "1", "true", 1, 2, true, null);
const value = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...names), leaf, { maxKeys: 3 }),
);

/** The type that only a value has, so that the compiler does not look for properties that a literal should not have. */
function printType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printType).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${printType(part)}`)
    .join("; ")} }`;
}

/** Whether TypeScript may refuse an object because an alternative has only optional properties, and it has none of them. */
function isWeak(schema: Schema, value: unknown): boolean {
  return ("anyOf" in schema || "oneOf" in schema) && Object(value) === value && !("a" in (value as object));
}

it("a value has the printed type of a schema if its guard accepts it, and the guard accepts it if it has the type", async () => {
  const count = runs(40);
  const seed = Date.now() % 2 ** 31;
  const samples = fc.sample(
    fc.tuple(
      fc.oneof(
        equal.map((schema) => ({ schema, isEqual: true })),
        narrower.map((schema) => ({ schema, isEqual: false })),
      ),
      fc.array(value, { minLength: 25, maxLength: 25 }),
    ),
    { numRuns: count, seed },
  );
  const schemas = Object.fromEntries(samples.map(([{ schema }], index) => [`S${index}`, schema]));
  const cases = samples.flatMap(([{ isEqual, schema }, values], index) =>
    values.map((value) => ({ name: `S${index}`, schema, value, isEqual })),
  );
  const lines = cases.map(
    ({ name, value }, index) =>
      `export const v${index}: ours.${name} = null as unknown as ${printType(value)};`,
  );
  const usage = `import type * as ours from "./index.js";\n${lines.join("\n")}\n`;
  const built = await compile(specOf({ ...shared, ...schemas }), usage);
  const said = await built.errors();
  const errors = new Map(
    [...said.matchAll(/src\/usage\.ts\((\d+),\d+\): error (TS\d+)/g)].map(([, line, code]) => [
      Number(line) - 2,
      code,
    ]),
  );
  expect(said.replaceAll(/^.*src\/usage\.ts.*$|^ .*$/gm, "").trim()).toBe("");
  const guards = (await built.load("guards.js")) as Readonly<Record<string, Guard>>;
  const verdicts = { good: 0, bad: 0 };
  const differences = cases.flatMap(({ name, schema, value, isEqual }, index) => {
    if (isWeak(schema, value) || errors.get(index) === "TS2559") return [];
    const [hasType, isAccepted] = [!errors.has(index), guards[`is${name}`]?.(value) === true];
    verdicts[isAccepted ? "good" : "bad"]++;
    return hasType === isAccepted || (hasType && !isEqual)
      ? []
      : [JSON.stringify({ schema, value, hasType, isAccepted })];
  });
  expect(differences, `seed ${seed}`).toEqual([]);
  // A test that sees one side only shows nothing.
  expect(Math.min(verdicts.good, verdicts.bad)).toBeGreaterThan(count);
});
