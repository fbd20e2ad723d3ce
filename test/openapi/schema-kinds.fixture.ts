import { object, ref, text, type SchemaKind } from "./schema-kind.fixture.js";

/** Schemas whose keywords are written in more than one form. */
export const schemaKinds: readonly SchemaKind[] = [
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
      Third: { allOf: [ref("Two"), object({ w: text })] },
      Alias: ref("Third"),
      Deep: { allOf: [ref("Alias")], required: ["x", "z", "w"] },
      Left: object({ x: text, l: { type: "integer" } }),
      Right: object({ x: text, r: { type: "integer" } }),
      Choice: { anyOf: [ref("Left"), ref("Right")], required: ["x"] },
    },
    usage: `
      export const deep = (a: ours.Deep): readonly string[] => [a.x, a.z, a.w];
      export const choice = (a: ours.Choice): string => a.x;
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
      ["Deep", { x: "", z: "" }],
      ["Choice", { l: 1 }],
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
      Extension: { ...ref("Job"), "x-nullable": true },
      Quoted: { ...ref("Job"), nullable: "true" },
      Items: { type: "array", items: { ...ref("Job"), nullable: true } },
      Values: { type: "object", additionalProperties: { ...ref("Job"), nullable: true } },
    },
    usage: `
      export const others: [ours.Extension, ours.Quoted, ours.Items, ours.Values] = [null, null, [null], { a: null }];
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
      ["Extension", null],
      ["Quoted", null],
      ["Items", [null]],
      ["Values", { a: null }],
    ],
    bad: [
      ["Reference", { job: 1 }],
      ["Extension", {}],
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
      Pattern: {
        type: "object",
        patternProperties: { "^s_": text },
        additionalProperties: { type: "integer" },
      },
      Closed: { ...object({ a: text }), patternProperties: { "^x-": {} }, additionalProperties: false },
      Left: { ...object({ a: text }), unevaluatedProperties: false },
      Typed: { ...object({ a: text }), unevaluatedProperties: { type: "integer" } },
      Pair: { type: "array", prefixItems: [text], unevaluatedItems: { type: "integer" } },
    },
    usage: `
      export const maps: ours.Bag[] = [{ n: 1 }, { n: 1, k: "v" }, { n: 1, o: true }];
      export const n: number = maps[0]?.n ?? 0;
      export const pattern: ours.Pattern = { s_a: "x", b: 1 };`,
    good: [
      ["Bag", { n: 1, k: "v" }],
      ["Pattern", { s_a: "x", b: 1 }],
      ["Closed", { a: "", "x-b": 1 }],
      ["Left", { a: "" }],
      ["Typed", { a: "", b: 1 }],
      ["Pair", ["a", 1]],
    ],
    bad: [
      ["Bag", { n: 1, k: 2 }],
      ["Pattern", { s_a: 1 }],
      ["Pattern", { b: "x" }],
      ["Closed", { b: 1 }],
      ["Left", { b: 1 }],
      ["Typed", { b: "" }],
      ["Pair", ["a", "b"]],
    ],
  },
  {
    what: "literals of the type that another part declares",
    schemas: {
      Word: { type: "string" },
      Parts: { allOf: [text, { enum: [1, 2] }] },
      Titled: {
        ...text,
        oneOf: [
          { const: 1, title: "One" },
          { const: true, title: "Yes" },
        ],
      },
      Referenced: { allOf: [ref("Word"), { enum: [1] }] },
      Beside: { ...ref("Word"), enum: [1] },
      Count: { type: "integer", anyOf: [{ enum: ["1"] }, { enum: ["2"] }] },
      Not: { ...text, not: { enum: [1] } },
      Values: { type: "object", additionalProperties: { ...text, enum: [1] } },
    },
    usage: `
      export const all: [ours.Parts, ours.Titled, ours.Referenced, ours.Beside, ours.Count] = ["1", "true", "1", "1", 2];
      // @ts-expect-error It is text.
      export const wrong: ours.Parts = 1;`,
    good: [
      ["Parts", "2"],
      ["Titled", "1"],
      ["Titled", "true"],
      ["Referenced", "1"],
      ["Beside", "1"],
      ["Count", 2],
      ["Not", "2"],
      ["Values", { a: "1" }],
    ],
    bad: [
      ["Parts", 1],
      ["Titled", "2"],
      ["Referenced", "2"],
      ["Count", "1"],
      ["Not", "1"],
      ["Values", { a: 1 }],
    ],
  },
];
