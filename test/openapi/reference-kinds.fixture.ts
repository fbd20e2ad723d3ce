import { object, ref, text, type SchemaKind } from "./schema-kind.fixture.js";

/** References by name instead of by place. */
export const referenceKinds: readonly SchemaKind[] = [
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
      Roster: { type: "array", items: { $dynamicRef: "#T" }, $defs: { T: { $dynamicAnchor: "T", not: {} } } },
      Nested: object({
        list: ref("Roster"),
        others: { type: "object", additionalProperties: ref("Roster") },
      }),
      UserNested: {
        allOf: [ref("Nested"), object({ total: { type: "integer" } })],
        $defs: { bound: { $dynamicAnchor: "T", ...ref("User") } },
      },
      Node: {
        $dynamicAnchor: "node",
        ...object({ data: text, parts: { type: "array", items: { $dynamicRef: "#node" } } }),
      },
      Strict: {
        $dynamicAnchor: "node",
        ...ref("Node"),
        properties: { extra: { type: "integer" } },
        required: ["extra"],
      },
    },
    usage: `
      export const nested: string | undefined = (null as unknown as ours.UserNested).list?.[0]?.id;
      export const extra: number | undefined = (null as unknown as ours.Strict).parts?.[0]?.extra;
      export const one: number = (null as unknown as ours.Anchored).one;
      export const tree: ours.Tree | undefined = (null as unknown as ours.Anchored).two?.children?.[0];
      export const id: string | undefined = (null as unknown as ours.UserPage).items[0]?.id;`,
    good: [
      ["Anchored", { one: 1, two: { children: [{}] } }],
      ["UserPage", { items: [{ id: "" }] }],
      ["Page", { items: [1] }],
      ["UserNested", { list: [{ id: "" }], others: { a: [{ id: "" }] }, total: 1 }],
      ["Roster", [1, {}]],
      ["Node", { parts: [{}] }],
      ["Strict", { extra: 1, parts: [{ extra: 2 }] }],
    ],
    bad: [
      ["UserNested", { list: [{}] }],
      ["UserNested", { others: { a: [{}] } }],
      ["Node", { parts: [1] }],
      ["Strict", { extra: 1, parts: [{}] }],
      ["Anchored", { one: "1" }],
      ["Anchored", { one: 1, two: { children: [1] } }],
      ["UserPage", { items: [{}] }],
    ],
  },
];
