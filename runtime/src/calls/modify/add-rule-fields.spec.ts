import { describe, expect, it } from "vitest";
import { defineTable } from "../../messages/table/define-table.js";
import { fill } from "../../messages/table/fill.js";
import type { FieldRules, MessageRules, RuleTables } from "../../messages/table/rules.js";
import type { FieldRow } from "../../messages/table/table.js";
import { addRuleFields } from "./add-rule-fields.js";

const hidden = { behaviors: ["INPUT_ONLY"] } as const;
const Key = defineTable<object>("acme.v1.Key", () => [["pin", "string", hidden]]);
const Part = defineTable<object>("acme.v1.Part", () => [
  ["high", "int32"],
  ["note", "string"],
]);

/** The fields of the resource; `changed` is what the request carries. */
const rows: readonly FieldRow[] = [
  ["changed", "int32"],
  ["a", "int32"],
  ["tags", ["string"]],
  ["part", Part],
  ["parts", [Part]],
  ["keys", [Key]],
  ["state", "string", { behaviors: ["OUTPUT_ONLY"] }],
  ["host", "string", { oneof: "place" }],
  ["rack", Part, { oneof: "place" }],
  ["maybe", "int32", { presence: true }],
];
const whole = {
  changed: 2,
  a: 1,
  tags: ["x"],
  part: { high: 1, note: "n" },
  parts: [{ high: 1, note: "m" }],
  keys: [{}],
  state: "on",
  place: { $case: "host", value: "h" },
  maybe: 0,
};

/** What goes along with the change. */
async function carried(own: MessageRules, more: RuleTables = {}): Promise<object> {
  const load = () => Promise.resolve({ rules: { "acme.v1.Whole": own, ...more } });
  const table = defineTable<object>("acme.v1.Whole", () => rows, load);
  const [request, all] = [{ changed: 2 }, whole].map((one) => fill(table, one));
  const sent: Record<string, unknown> = { ...(await addRuleFields(table, request!, all!)) };
  const empty: Record<string, unknown> = { ...fill(table, { changed: 2 }) };
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(empty[name])),
  );
}

const required = { required: "rule" } as const;
const atLeastOne: FieldRules = { kind: "int32", rules: { gte: 1 } };
const fields = (own: { readonly [name: string]: FieldRules }): MessageRules => ({ fields: own });

describe("beside a change goes along", () => {
  it.each<[title: string, rules: MessageRules, want: object]>([
    ["nothing where nothing is asked for", fields({ a: { kind: "int32", rules: { lte: 9 } } }), {}],
    ["what is required", fields({ a: required, tags: required }), { a: 1, tags: ["x"] }],
    ["what would be wrong by its default", fields({ a: atLeastOne, maybe: atLeastOne }), { a: 1 }],
    ["what the server alone decides", fields({ a: { left: true }, maybe: { left: true } }), { a: 1 }],
    [
      "a list that must not be empty",
      fields({ parts: { kind: "repeated", rules: { min_items: 1 } } }),
      { parts: whole.parts },
    ],
    ["a structure, without what is in it", fields({ part: required }), { part: { high: 0, note: "" } }],
    ["the member of a oneof that must have one", { oneofs: ["place"] }, { place: whole.place }],
    [
      "one of several fields of which one must be set",
      { choices: [[["a", "tags"], true]] },
      { a: 1, tags: ["x"] },
    ],
    ["nothing where one may be set", { choices: [[["a", "tags"], false]] }, {}],
    ["nothing where one is sent", { choices: [[["changed", "a"], true]] }, {}],
    [
      "what an expression names",
      { cel: [["x", "", "this.changed > this.a && this.tags.size() > 0 && this.part.high > 0"]] },
      { a: 1, tags: ["x"], part: { high: 1, note: "" } },
    ],
    ["nothing of which a part was not read", fields({ keys: required }), {}],
    ["nothing that the server writes", fields({ state: required }), {}],
  ])("%s", async (_, rules, want) => {
    expect(await carried(rules)).toEqual(want);
  });

  it("what an expression of a structure's field names in it, also if the structure has no other rules", async () => {
    const cel: FieldRules = { cel: [["x", "", "this.high > 0 && this.note.matches('^n')"]] };
    const withBoth = fields({ part: { ...required, ...cel } });
    expect(await carried(withBoth)).toEqual({ part: { high: 1, note: "n" } });
    const more = { "acme.v1.Part": { fields: { high: required } } };
    expect(await carried(withBoth, more)).toEqual({ part: { high: 1, note: "n" } });
    // A structure that is not sent has no values to judge.
    expect(await carried(fields({ part: cel }))).toEqual({});
  });

  it("what is asked for in a structure that goes along", async () => {
    const part = { "acme.v1.Part": { fields: { high: required } } };
    expect(await carried(fields({ part: required }), part)).toEqual({ part: { high: 1, note: "" } });
    // Nobody asks for the structure itself.
    expect(await carried({}, part)).toEqual({});
  });
});
