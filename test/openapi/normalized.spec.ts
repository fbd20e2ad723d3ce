import { describe, expect, it } from "vitest";
import { findIssues } from "../../generator/src/rest/runtime/issues.js";
import type { Shapes } from "../../generator/src/rest/runtime/shape.js";
import { compile, problemsOf, run, specOf } from "./package.fixture.js";

type Guard = (value: unknown) => boolean;
type Schemas = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Schemas, ...required: readonly string[]): object => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});

/** Schemas of one kind, a program that must compile with their types, and values with what their guards say. */
interface Kind {
  readonly what: string;
  readonly openapi?: string;
  readonly schemas: Schemas;
  readonly usage: string;
  readonly good: readonly (readonly [name: string, value: unknown])[];
  readonly bad: readonly (readonly [name: string, value: unknown])[];
}

const pets = {
  Pet: {
    ...object({ kind: text, name: text }, "kind"),
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", poodle: "Poodle" } },
  },
  Cat: { allOf: [ref("Pet"), object({ lives: { type: "integer" } })] },
  Dog: { allOf: [ref("Pet"), object({ bark: text })] },
  Poodle: { allOf: [ref("Dog"), object({ curls: { type: "integer" } }, "curls")] },
  Either: { oneOf: [ref("Cat"), ref("Poodle")] },
  Owner: object({ pet: ref("Pet"), kind: { $ref: "#/components/schemas/Pet/properties/kind" } }, "pet"),
};

const kinds: readonly Kind[] = [
  {
    what: "a base whose discriminator selects the schemas that extend it",
    openapi: "3.0.3",
    schemas: pets,
    usage: `
      export const lives = (pet: ours.Either): number | undefined => (pet.kind === "cat" ? pet.lives : pet.curls);
      export const narrowed = (pet: ours.Pet): number | undefined => (isCat(pet) ? pet.lives : undefined);
      export const others: ours.Pet = { kind: "fish" };
      export const base: ours.PetBase = { kind: "any" };
      export const dog: "Dog" = (null as unknown as ours.Dog).kind;
      // @ts-expect-error A poodle says that it is one.
      export const wrong: ours.Poodle = { kind: "cat", curls: 1 };`,
    good: [
      ["Either", { kind: "cat", lives: 7 }],
      ["Pet", { kind: "poodle", curls: 2 }],
      ["Pet", { kind: "fish" }],
      ["Dog", { kind: "Dog" }],
      ["Owner", { pet: { kind: "cat" }, kind: "x" }],
    ],
    bad: [
      ["Either", { kind: "fish" }],
      ["Pet", { kind: "cat", lives: "seven" }],
      ["Pet", { name: "no kind" }],
      ["Dog", { kind: "poodle" }],
      ["Cat", { kind: "Cat" }],
    ],
  },
  {
    what: "a base without a mapping, whose values are names or what an extension says",
    schemas: {
      Task: { ...object({ "@type": text }), discriminator: { propertyName: "@type" } },
      Mail: { allOf: [ref("Task"), object({ to: text })] },
      Ring: { allOf: [ref("Task")], "x-ms-discriminator-value": "Ms.Ring" },
      "ns.Item": { ...object({ kind: text }, "kind"), discriminator: { propertyName: "kind" } },
      "ns.File": { allOf: [ref("ns.Item")] },
    },
    usage: `
      export const mail: "Mail" | undefined = (null as unknown as ours.Mail)["@type"];
      export const ring: "Ms.Ring" | undefined = (null as unknown as ours.Ring)["@type"];
      export const file: ours.NsFile = { kind: "#ns.File" };`,
    good: [
      ["Mail", { to: "" }],
      ["Ring", { "@type": "Ms.Ring" }],
      ["Task", { "@type": "other" }],
    ],
    bad: [
      ["Mail", { "@type": "Ring" }],
      ["Task", { "@type": "Mail", to: 1 }],
    ],
  },
  {
    what: "a base that lists the schemas that extend it",
    schemas: {
      Figure: {
        ...object({ form: text }, "form"),
        oneOf: [ref("Circle"), ref("Square")],
        discriminator: { propertyName: "form" },
      },
      Circle: { allOf: [ref("Figure"), object({ radius: { type: "number" } }, "radius")] },
      Square: { allOf: [ref("Figure"), object({ side: { type: "number" } }, "side")] },
    },
    usage: `export const size = (shape: ours.Figure): number => (shape.form === "Circle" ? shape.radius : shape.side);`,
    good: [["Figure", { form: "Circle", radius: 1 }]],
    bad: [
      ["Figure", { form: "Circle", side: 1 }],
      ["Figure", { form: "Oval" }],
    ],
  },
  {
    what: "a base whose values are an enum, and children that restrict it themselves",
    schemas: {
      Event: { ...object({ on: { enum: ["a", "b"] } }, "on"), discriminator: { propertyName: "on" } },
      Start: { allOf: [ref("Event"), object({ on: { const: "a" }, at: text })] },
      End: { allOf: [ref("Event"), object({ on: { enum: ["b"] }, why: text })] },
    },
    usage: `export const why = (event: ours.Event): string | undefined => (event.on === "b" ? event.why : event.at);`,
    good: [["Event", { on: "a", at: "x" }]],
    bad: [
      ["Event", { on: "b", why: 1 }],
      ["Event", { on: "c" }],
    ],
  },
  {
    what: "the default mapping of OpenAPI 3.2",
    openapi: "3.2.0",
    schemas: {
      Choice: {
        ...object({ t: text }, "t"),
        oneOf: [ref("One"), ref("Rest")],
        discriminator: { propertyName: "t", mapping: { one: "One" }, defaultMapping: "Rest" },
      },
      One: object({ t: { const: "one" }, purr: { type: "boolean" } }, "t"),
      Rest: object({ t: text, o: text }),
    },
    usage: `
      export const purr = (choice: ours.Choice): boolean | undefined => (choice.t === "one" ? choice.purr : undefined);
      export const wide = (choice: ours.Choice): ours.One | ours.Rest => choice;
      export const t: string | undefined = (null as unknown as ours.Rest).t;`,
    good: [
      ["Choice", { t: "dog", o: "x" }],
      ["Choice", { t: "one", purr: true }],
    ],
    bad: [
      ["Choice", { t: "one", purr: 1 }],
      ["Choice", { t: "dog", o: 1 }],
    ],
  },
  {
    what: "required properties that another part describes, or none",
    schemas: {
      Base: object({ x: text, y: text }),
      Two: { allOf: [ref("Base"), object({ z: text })] },
      Bare: { allOf: [ref("Base"), { required: ["x"] }] },
      Typed: { allOf: [ref("Base"), object({}, "x")] },
      Over: { allOf: [ref("Two")], required: ["x", "z"] },
      Beside: { ...ref("Two"), required: ["y"] },
      Undescribed: object({ a: text }, "a", "b"),
      Inside: { allOf: [ref("Base"), { required: ["c"] }] },
      Bag: { ...object({ a: text }, "b"), additionalProperties: { type: "integer" } },
    },
    usage: `
      export const strings = (a: ours.Bare, b: ours.Typed, c: ours.Over, d: ours.Beside): readonly string[] =>
        [a.x, b.x, c.x, c.z, d.y];
      export const b: unknown = (null as unknown as ours.Undescribed).b;
      export const c: unknown = (null as unknown as ours.Inside).c;
      // @ts-expect-error Its required property is missing.
      export const wrong: ours.Undescribed = { a: "x" };`,
    good: [
      ["Over", { x: "", z: "" }],
      ["Undescribed", { a: "", b: null }],
      ["Bag", { b: 1 }],
    ],
    bad: [
      ["Bare", { y: "" }],
      ["Beside", { x: "" }],
      ["Undescribed", { a: "" }],
      ["Inside", {}],
    ],
  },
  {
    what: "keywords beside a reference",
    schemas: {
      Word: { ...text, enum: ["x", "a"] },
      Node: object({ y: text }),
      Not: { ...ref("Word"), not: { enum: ["x"] } },
      And: { ...ref("Node"), allOf: [object({ q: { type: "integer" } }, "q")] },
      With: { ...ref("Node"), properties: { p: text }, required: ["p"] },
      Short: { ...ref("Word"), enum: ["a"] },
      Docs: { ...ref("Node"), description: "A node", deprecated: true },
    },
    usage: `
      export const word: ours.Word = null as unknown as ours.Not;
      export const q: number = (null as unknown as ours.And).q;
      export const p: string = (null as unknown as ours.With).p;
      export const short: "a" = null as unknown as ours.Short;
      export const node: ours.Node = null as unknown as ours.Docs;`,
    good: [
      ["Not", "a"],
      ["And", { q: 1, y: "" }],
      ["With", { p: "" }],
    ],
    bad: [
      ["Not", "x"],
      ["And", { y: "" }],
      ["With", { p: "", y: 1 }],
      ["Short", "x"],
    ],
  },
  {
    what: "null that the specification ignores",
    openapi: "3.0.3",
    schemas: {
      Job: object({ id: text }, "id"),
      Reference: object({ job: { ...ref("Job"), nullable: true } }, "job"),
      Part: { type: "object", nullable: true, allOf: [ref("Job")] },
      Listed: { ...text, enum: ["a", null] },
      Plain: { ...text, nullable: true },
    },
    usage: `
      export const job: ours.Reference = { job: null };
      export const part: ours.Part = null;
      export const listed: ours.Listed = null;
      export const plain: ours.Plain = null;`,
    good: [
      ["Reference", { job: null }],
      ["Part", null],
      ["Part", { id: "" }],
      ["Listed", null],
      ["Plain", null],
    ],
    bad: [
      ["Reference", { job: 1 }],
      ["Part", {}],
      ["Listed", "b"],
    ],
  },
  {
    what: "null that OpenAPI 3.1 ignores",
    schemas: {
      Job: object({ id: text }, "id"),
      Reference: { ...ref("Job"), nullable: true },
      Plain: { ...text, nullable: true },
      Listed: { type: ["string", "null"], enum: ["a"] },
      Constant: { const: null },
    },
    usage: `export const all: [ours.Reference, ours.Plain, ours.Listed, ours.Constant] = [null, null, null, null];`,
    good: [
      ["Reference", null],
      ["Plain", null],
      ["Listed", null],
      ["Constant", null],
    ],
    bad: [
      ["Plain", 1],
      ["Constant", 0],
    ],
  },
  {
    what: "tuples",
    schemas: {
      Open: { type: "array", prefixItems: [{ type: "number" }, text] },
      Closed: { type: "array", prefixItems: [{ type: "number" }, text], items: false, minItems: 2 },
      Rest: { type: "array", prefixItems: [{ type: "number" }], items: text, minItems: 1 },
      Optional: { type: "array", prefixItems: [{ type: "number" }, text], maxItems: 2, minItems: 1 },
      Old: { type: "array", items: [text, { type: "boolean" }], additionalItems: false },
    },
    usage: `
      export const open: ours.Open = [1, "a", null];
      export const closed: readonly [number, string] = null as unknown as ours.Closed;
      export const rest: readonly [number, ...string[]] = null as unknown as ours.Rest;
      export const optional: ours.Optional = [1];
      export const old: ours.Old = ["a", true];
      // @ts-expect-error Only two items are allowed.
      export const wrong: ours.Closed = [1, "a", 1];`,
    good: [
      ["Open", []],
      ["Open", [1, "a", {}]],
      ["Rest", [1, "a", "b"]],
      ["Old", ["a"]],
    ],
    bad: [
      ["Open", ["a"]],
      ["Closed", [1]],
      ["Closed", [1, "a", 1]],
      ["Rest", [1, "a", 2]],
      ["Old", ["a", 1]],
      ["Old", ["a", true, 1]],
    ],
  },
  {
    what: "properties beside a typed map, and properties by pattern",
    schemas: {
      Bag: { ...object({ n: { type: "integer" }, o: { type: "boolean" } }, "n"), additionalProperties: text },
      Pattern: { type: "object", patternProperties: { "^s_": text }, additionalProperties: { type: "integer" } },
      Closed: { ...object({ a: text }), patternProperties: { "^x-": {} }, additionalProperties: false },
    },
    usage: `
      export const maps: ours.Bag[] = [{ n: 1 }, { n: 1, k: "v" }, { n: 1, o: true }];
      export const n: number = maps[0]?.n ?? 0;
      export const pattern: ours.Pattern = { s_a: "x", b: 1 };`,
    good: [
      ["Bag", { n: 1, k: "v" }],
      ["Pattern", { s_a: "x", b: 1 }],
      ["Closed", { a: "", "x-b": 1 }],
    ],
    bad: [
      ["Bag", { n: 1, k: 2 }],
      ["Pattern", { s_a: 1 }],
      ["Pattern", { b: "x" }],
      ["Closed", { b: 1 }],
    ],
  },
  {
    what: "anchors, identifiers and generic schemas",
    schemas: {
      Anchored: {
        ...object({ one: { $ref: "#first" }, two: { $ref: "tree" } }, "one"),
        $defs: { first: { $anchor: "first", type: "integer" } },
      },
      Tree: { $id: "tree", ...object({ children: { type: "array", items: { $ref: "#" } } }) },
      User: object({ id: text }, "id"),
      Page: {
        $id: "page",
        ...object({ items: { type: "array", items: { $dynamicRef: "#T" } } }, "items"),
        $defs: { T: { $dynamicAnchor: "T" } },
      },
      UserPage: { ...ref("Page"), $defs: { bound: { $dynamicAnchor: "T", ...ref("User") } } },
    },
    usage: `
      export const one: number = (null as unknown as ours.Anchored).one;
      export const tree: ours.Tree | undefined = (null as unknown as ours.Anchored).two?.children?.[0];
      export const id: string | undefined = (null as unknown as ours.UserPage).items[0]?.id;`,
    good: [
      ["Anchored", { one: 1, two: { children: [{}] } }],
      ["UserPage", { items: [{ id: "" }] }],
      ["Page", { items: [1] }],
    ],
    bad: [
      ["Anchored", { one: "1" }],
      ["Anchored", { one: 1, two: { children: [1] } }],
      ["UserPage", { items: [{}] }],
    ],
  },
];

describe.each(kinds)("$what", ({ openapi = "3.1.0", schemas, usage, good, bad }) => {
  it("has types that compile, and guards and comparisons that agree with them", async () => {
    const guards = Object.keys(schemas).flatMap((name) => (name.includes(".") ? [] : [`is${name}`]));
    const head = `import type * as ours from "./index.js";\nimport { ${guards.join(", ")} } from "./index.js";\n`;
    const uses = `export const guards = [${guards.join(", ")}];`;
    const built = await compile(specOf(schemas, openapi), `${head}${usage}\n${uses}`, undefined, undefined, {
      hasOpenapiTypes: true,
    });
    expect(built.errors).toBe("");
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
});

describe("null that the specification ignores", () => {
  const schemas = { J: object({ id: text }), M: { ...ref("J"), nullable: true }, L: { ...text, enum: ["a", null] } };

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
    ["numbers as text, as they are written", "{ type: string, enum: [1.0, 2, 0x10, yes, true] }", '"1.0" | "2" | "0x10" | "yes" | "true"'],
    ["a constant", "{ type: string, const: 1.10 }", '"1.10"'],
    ["text as integers", '{ type: integer, enum: ["1", "2"] }', "1 | 2"],
    ["text as numbers", '{ type: number, enum: ["1.5"] }', "1.5"],
    ["text as booleans", '{ type: boolean, enum: ["true"] }', "true"],
    ["either, as it is", '{ type: [string, integer], enum: ["1", 2] }', '"1" | 2'],
    ["large integers with their digits", "{ type: integer, enum: [9007199254740993, 1] }", "9007199254740993 | 1"],
  ])("are read: %s", async (_, schema, want) => {
    const { files } = await run(yaml(schema));
    expect(files.find(({ path }) => path === "src/models.ts")?.text.replace(/\s+/g, " ")).toContain(`type A = ${want};`);
  });

  it("keep the digits of JSON, and are exact with --int64 bigint", async () => {
    const json = JSON.stringify(specOf({ A: { type: "integer", enum: ["LARGE"] }, V: { ...text, enum: ["VERSION"] } }));
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
  ["unevaluatedProperties that are not checked", { A: { allOf: [object({})], unevaluatedProperties: false } }, "unevaluatedProperties"],
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
