import { describe, expect, it } from "vitest";
import { generateRestClient } from "../generate-rest-client.js";

/** The type that a schema gets, in one line. */
async function printType(schema: object, others: object = {}): Promise<string> {
  const spec = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: { "/a": { get: { operationId: "getA", responses: { 204: { description: "" } } } } },
    components: { schemas: { A: schema, ...others } },
  };
  const names = { packageName: "a", packageVersion: "1.0.0", name: "A" };
  const { files } = await generateRestClient({ file: "a.json", text: JSON.stringify(spec) }, names);
  const text = files.find(({ path }) => path === "src/models.ts")?.text ?? "";
  return (/export type A = ([^]*?);\n(?:\n|$)/.exec(text)?.[1] ?? "").replaceAll(/\s+/g, " ");
}

const pet = { type: "object", properties: { name: { type: "string" }, chip: { type: "string" } } };

describe("the type of a schema", () => {
  it.each([
    [
      "a choice of what is required tells nothing more",
      { ...pet, anyOf: [{ required: ["name"] }, { required: ["chip"] }] },
    ],
    ["exactly one of them neither", { ...pet, oneOf: [{ required: ["name"] }, { required: ["chip"] }] }],
    [
      "an alternative that may be anything does not take the type away",
      { ...pet, anyOf: [{}, { type: "null" }] },
    ],
  ])("beside a type, %s", async (_, schema) => {
    expect(await printType(schema)).toBe("{ name?: string; chip?: string; }");
  });

  it.each([
    ["null alone, whatever type stands beside it", { type: ["object", "null"], enum: [null] }, "null"],
    ["values of several kinds", { enum: ["a", 1, true, null] }, '"a" | 1 | true | null'],
  ])("may be a list of values: %s", async (_, schema, want) => {
    expect(await printType(schema)).toBe(want);
  });

  it("has the properties that only an alternative requires, whatever the whole requires", async () => {
    const anyOf = [{ properties: { chip: { type: "string" } }, required: ["name", "tag"] }, pet];
    expect(await printType({ ...pet, required: ["name"], anyOf })).toBe(
      "{ name: string; chip?: string; } & ( | ({ chip?: string; } & { tag: unknown; }) | { name: string; chip?: string; } )",
    );
  });

  it("has no required property of a text, whatever the text describes", async () => {
    const schema = { allOf: [{ $ref: "#/components/schemas/B" }], type: "object", required: ["id"] };
    const others = { B: { type: "string", properties: { id: { type: "string" } } } };
    expect(await printType(schema, others)).not.toContain("Pick");
  });
});
