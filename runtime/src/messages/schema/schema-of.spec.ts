import { describe, expect, it } from "vitest";
import { goodSpec, type RuledRequest, RuledRequestType } from "../../fixture/ruled-api.fixture.js";
import { defineTable } from "../table/define-table.js";
import { defineEnum } from "../table/enum-type.js";
import type { MessageTable } from "../table/table.js";
import { schemaOf } from "./schema-of.js";

const json = await schemaOf(RuledRequestType);
const message = await schemaOf(RuledRequestType, { input: "message" });
const goodJson = { name: "web", cpu: 4, password: "let me in", disk: { size: 1 }, host: "h" };

describe("an input of JSON", () => {
  it("becomes the whole message", () => {
    expect(json["~standard"].validate({ id: "r", spec: goodJson })).toEqual({
      value: { id: "r", spec: goodSpec },
    });
  });

  it.each([
    ["a rule", { spec: { ...goodJson, name: "longer" } }, "must have at most 5 characters", ["spec", "name"]],
    [
      "an element",
      { spec: { ...goodJson, disks: [{ size: 1 }, {}] } },
      "must be at least 1",
      ["spec", "disks", 1, "size"],
    ],
    [
      "a oneof, beside whose members it is",
      { spec: { ...goodJson, host: undefined } },
      "must have one of its members",
      ["spec"],
    ],
    ["what is missing", {}, "must be set", ["spec"]],
    [
      "a wrong type",
      { spec: { ...goodJson, cpu: "four" } },
      'an integer is needed, got "four"',
      ["spec", "cpu"],
    ],
    ["no object", 5, "an object, an acme.v1.RuledRequest, is needed, got 5", []],
    ["nothing", undefined, "an object, an acme.v1.RuledRequest, is needed, got undefined", []],
  ])("is refused with its place: %s", (_, input, text, path) => {
    expect(json["~standard"].validate(input)).toEqual({ issues: [{ message: text, path }] });
  });

  it("is told all that cannot be read, and the rules that the rest breaks", () => {
    const spec = {
      ...goodJson,
      name: "longer",
      cpu: "four",
      disk: 5,
      nmae: "web",
      disks: [{ size: "x" }, {}],
    };
    const { issues } = json["~standard"].validate({ id: 7, spec });
    expect(issues?.map(({ path, message }) => `${path.join(".")}: ${message.slice(0, 24)}`)).toEqual([
      "id: a string is needed, got ",
      "spec.cpu: an integer is needed, go",
      "spec.disk: an object, an acme.v1.Di",
      "spec.nmae: acme.v1.RuledSpec has no",
      "spec.disks.0.size: an integer is needed, go",
      "spec.name: must have at most 5 char",
      "spec.disks.1.size: must be at least 1",
    ]);
  });

  it("is not told that rules are broken by what cannot be read", () => {
    const { issues } = json["~standard"].validate({ spec: { ...goodJson, name: 5, password: 1, host: 2 } });
    expect(issues?.map(({ path }) => path)).toEqual([
      ["spec", "name"],
      ["spec", "password"],
      ["spec", "host"],
    ]);
    expect(json["~standard"].validate({ spec: 1 })).toMatchObject({ issues: [{ path: ["spec"] }] });
  });

  it("is told what an unknown field may have been, and of no option that a schema lacks", () => {
    expect(json["~standard"].validate({ spec: { ...goodJson, nmae: "web" } }).issues).toEqual([
      { message: 'acme.v1.RuledSpec has no such field (did you mean "name"?)', path: ["spec", "nmae"] },
    ]);
  });

  it("is told a hundred issues at most", () => {
    const disks = Array.from({ length: 300 }, () => ({ size: "x" }));
    expect(json["~standard"].validate({ spec: { ...goodJson, disks } }).issues).toHaveLength(100);
  });

  it("has the names in its issues that it has itself", async () => {
    const table = defineTable("acme.v1.Named", () => [
      ["full_name", "string"],
      ["by_key", ["string", "int32"]],
    ]);
    const rules = {
      "acme.v1.Named": {
        fields: {
          full_name: { kind: "string", rules: { max_len: 1 } },
          by_key: { values: { kind: "int32", rules: { gte: 1 } } },
        },
      },
    };
    const type = Object.assign(table, { rules: () => Promise.resolve({ rules }) }) as MessageTable<object>;
    const { "~standard": schema } = await schemaOf(type);
    const paths = (input: unknown) => schema.validate(input).issues?.map(({ path }) => path);
    expect(paths({ fullName: "ab" })).toEqual([["fullName"]]);
    expect(paths({ full_name: "ab" })).toEqual([["full_name"]]);
    expect(paths({ byKey: { 'a"].b': 0 } })).toEqual([["byKey", 'a"].b']]);
  });

  it("shows nothing of a secret", () => {
    const result = json["~standard"].validate({ spec: { ...goodJson, password: "swordfish" } });
    expect(JSON.stringify(result)).not.toContain("swordfish");
    const wrong = json["~standard"].validate({ spec: { ...goodJson, password: { swordfish: 1 } } });
    expect(wrong).toMatchObject({ issues: [{ path: ["spec", "password"] }] });
    expect(JSON.stringify(wrong)).not.toContain("swordfish");
  });
});

describe("an input that is a message", () => {
  it("is made whole", () => {
    expect(message["~standard"].validate({ spec: goodSpec })).toEqual({ value: { id: "", spec: goodSpec } });
  });

  it.each([
    [
      "a member of a oneof",
      { spec: { ...goodSpec, place: { $case: "host", value: 5 } } },
      ["spec", "place", "value"],
    ],
    ["a oneof", { spec: { ...goodSpec, place: undefined } }, ["spec", "place"]],
    ["a rule", { spec: { ...goodSpec, disks: [{ size: 0 }] } }, ["spec", "disks", 0, "size"]],
    ["what no message is", 5, []],
  ])("is refused with the place of %s", (_, input, path) => {
    expect(message["~standard"].validate(input).issues?.map((one) => one.path)).toEqual([path]);
  });

  it("has no JSON Schema, and says where there is one", () => {
    const target = { target: "draft-07" };
    expect(() => message["~standard"].jsonSchema.input(target)).toThrow(
      "inputs of this schema are messages, which JSON Schema cannot describe: use schemaOf(acme.v1.RuledRequest)",
    );
    expect(() => json["~standard"].jsonSchema.output(target)).toThrow(
      "describe the JSON that is read, by input",
    );
  });
});

describe("the JSON Schema of a message", () => {
  it("says what the API states", () => {
    const { $defs, ...root } = json["~standard"].jsonSchema.input({ target: "draft-2020-12" });
    expect(root).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $ref: "#/$defs/acme.v1.RuledRequest",
    });
    expect(($defs as Record<string, object>)["acme.v1.RuledRequest"]).toEqual({
      type: "object",
      title: "acme.v1.RuledRequest",
      properties: { id: { type: "string" }, spec: { $ref: "#/$defs/acme.v1.RuledSpec" } },
      required: ["spec"],
      additionalProperties: false,
    });
    expect(($defs as Record<string, object>)["acme.v1.RuledSpec"]).toMatchObject({
      properties: {
        name: { type: "string", maxLength: 5 },
        cpu: { allOf: [{ minimum: 1 }, { maximum: 64 }] },
        password: { type: "string", enum: ["let me in"], writeOnly: true },
        disks: { type: "array", items: { $ref: "#/$defs/acme.v1.Disk" }, maxItems: 2 },
      },
      required: ["name", "cpu", "password", "disk"],
      allOf: [{ oneOf: [{ required: ["host"] }, { required: ["rack"] }] }],
    });
  });

  it("takes the numbers of an enum as well as their names", async () => {
    const Size = defineEnum({ NONE: 0, SMALL: 1 });
    const rules = {
      "acme.v1.Sized": {
        fields: {
          known: { kind: "enum", rules: { defined_only: true } },
          maybe: { kind: "enum", rules: { in: [1] }, ignore: "zero" as const },
        },
      },
    };
    const load = () => Promise.resolve({ rules });
    const type = defineTable<{ known: number; maybe: number }>(
      "acme.v1.Sized",
      () => [
        ["known", Size],
        ["maybe", Size],
      ],
      load,
    );
    const { "~standard": own } = await schemaOf(type);
    expect(own.validate({ known: 1, maybe: 0 })).toEqual({ value: { known: 1, maybe: 0 } });
    expect(own.jsonSchema.input({ target: "draft-2020-12" })).toMatchObject({
      $defs: {
        "acme.v1.Sized": {
          properties: {
            known: { enum: ["NONE", "SMALL", 0, 1] },
            maybe: { anyOf: [{ enum: ["SMALL", 1] }, { enum: ["NONE", 0] }] },
          },
        },
      },
    });
  });

  it("refuses a target that it does not know, with those that it does", () => {
    expect(() => json["~standard"].jsonSchema.input({ target: "openapi-3.0" })).toThrow(
      "JSON Schema of openapi-3.0 is not supported: use draft-2020-12 or draft-07",
    );
  });
});

it("a schema has the types of its input and output", async () => {
  const { "~standard": schema } = await schemaOf(RuledRequestType);
  const result = schema.validate({ spec: goodJson });
  const value: RuledRequest | undefined = "value" in result ? result.value : undefined;
  expect(value?.spec?.cpu).toBe(4);
});
