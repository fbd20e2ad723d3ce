import { object, ref, text, type SchemaKind } from "./schema-kind.fixture.js";

/** Objects whose schemas do not say all by the letter. */
export const objectKinds: readonly SchemaKind[] = [
  ...["3.0.3", "3.1.0"].map((openapi): SchemaKind => ({
    what: `properties of a schema without a type, in OpenAPI ${openapi}`,
    openapi,
    schemas: {
      Hub: { properties: { id: text } },
      Wan: { properties: { hub: ref("Hub"), hubs: { type: "array", items: ref("Hub") } } },
      Choice: { oneOf: [ref("Hub"), text] },
      Nullable: { nullable: true, properties: { id: text } },
      Part: { allOf: [ref("Hub"), { properties: { name: text } }] },
      Words: { additionalProperties: text },
    },
    usage: `
      export const wan: ours.Wan = { hub: { id: "1" }, hubs: [{ id: "2" }] };
      export const choice: ours.Choice[] = ["1", { id: "1" }];
      export const nullable: ours.Nullable = null;
      export const words: ours.Words = { a: "b" };`,
    good: [
      ["Wan", { hub: { id: "1" }, hubs: [{}] }],
      ["Choice", "1"],
      ["Choice", { id: "1" }],
      ["Nullable", null],
      ["Part", { id: "1", name: "a" }],
      ["Words", { a: "b" }],
    ],
    bad: [
      ["Hub", "1"],
      ["Hub", [{ id: "1" }]],
      ["Wan", { hub: "1" }],
      ["Wan", { hubs: ["1"] }],
      ["Choice", 1],
      ["Nullable", "1"],
      ["Part", "1"],
      ["Words", ["b"]],
    ],
  })),
  ...["3.0.3", "3.1.0"].map((openapi): SchemaKind => ({
    what: `properties of parts beside typed additionalProperties, in OpenAPI ${openapi}`,
    openapi,
    schemas: {
      Base: object({ id: text, tags: { type: "object", additionalProperties: text } }),
      Named: { allOf: [ref("Base"), object({ name: text })] },
      Factory: {
        allOf: [ref("Named")],
        ...object({ size: { type: "integer" } }),
        additionalProperties: { type: "boolean" },
      },
    },
    usage: `
      export const factory: ours.Factory = { id: "1", name: "a", tags: { a: "b" }, size: 1, more: true };
      export const id: string | undefined = factory.id;`,
    good: [["Factory", { id: "1", name: "a", tags: { a: "b" }, size: 1, more: true }]],
    bad: [
      ["Factory", { id: true }],
      ["Factory", { size: true }],
      ["Factory", { more: "1" }],
    ],
  })),
];
