import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { type Course, isBuilding, isCourse, isCourseResult } from "@svc/catalogue";
import { type Guard, schemaOf } from "@svc/catalogue/standard-schema";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJsonSchema } from "../../generator/src/rest/runtime/json-schema.js";
import { runs } from "../runs.js";

const settings = { strict: false, validateFormats: false } as const;

const meeting = {
  days: "MWF",
  startTime: "09:00",
  type: "LEC",
  building: "B",
  room: "1",
  instructors: ["I"],
};
const part = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, 1.5, -1, "", "a", "01/02/26", [], {}, meeting, [meeting]),
  fc.jsonValue(),
);

/** Values that are courses but for a part or two. */
function near(whole: object): fc.Arbitrary<unknown> {
  const keys = Object.keys(whole);
  return fc
    .array(fc.tuple(fc.constantFrom(...keys, "other"), part), { maxLength: 2 })
    .map((changes) => ({ ...whole, ...Object.fromEntries(changes) }));
}

const course: Course = {
  title: "T",
  subjectCode: "CS",
  courseNumber: 101,
  credits: 3,
  description: "D",
  updated: "U",
  _version: 1,
  sections: [],
};

describe("the schema of a guard of a REST client", () => {
  it("is a Standard Schema with its JSON Schema, whose types are the guard's", async () => {
    const schema = await schemaOf(isCourse);
    const standard: StandardSchemaV1<Course, Course> & StandardJSONSchemaV1<Course, Course> = schema;
    expect(standard["~standard"].validate(course)).toEqual({ value: course });
    expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "stratus" });
  });

  it("tells each place that is wrong by the names of the input, and shows no value", async () => {
    const { validate } = (await schemaOf(isCourse))["~standard"];
    const { sections: _, ...rest } = course;
    expect(validate({ ...rest, title: 7, sections: [{ term: "a secret" }, 3] })).toMatchObject({
      issues: expect.arrayContaining([
        { message: "expected string, got integer", path: ["title"] },
        { message: "expected object, got integer", path: ["sections", 1] },
        { message: "expected string, got nothing", path: ["sections", 0, "session"] },
      ]),
    });
    expect(JSON.stringify(validate({ ...rest, sections: [{ term: "a secret" }] }))).not.toContain("a secret");
    expect(validate(undefined)).toEqual({ issues: [{ message: "expected object, got nothing", path: [] }] });
  });

  const guards: readonly (readonly [string, Guard<unknown>, object])[] = [
    ["isCourse", isCourse, course],
    ["isBuilding", isBuilding, { name: "N", abbreviation: "A" }],
    ["isCourseResult", isCourseResult, { ...course, score: 1 }],
  ];
  it.each(guards)("takes what Ajv takes by its JSON Schema, in each dialect: %s", async (_, guard, whole) => {
    const schema = (await schemaOf(guard))["~standard"];
    const judges = [
      new Ajv2020(settings).compile(schema.jsonSchema.input({ target: "draft-2020-12" })),
      new Ajv(settings).compile(schema.jsonSchema.output({ target: "draft-07" })),
    ];
    fc.assert(
      fc.property(near(whole), (value) => {
        const own = schema.validate(value).issues === undefined;
        expect(judges.map((judge) => judge(value))).toEqual([own, own]);
        expect(guard(value)).toBe(own);
      }),
      { numRuns: runs(100) },
    );
  });

  it("is of a type of the package, and of a dialect that is known", async () => {
    const own = (value: unknown): value is string => typeof value === "string";
    await expect(schemaOf(own)).rejects.toMatchObject({ code: "ARGUMENT_INVALID" });
    const { jsonSchema } = (await schemaOf(isCourse))["~standard"];
    expect(() => jsonSchema.input({ target: "draft-04" })).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID", option: "target" }),
    );
  });

  it("has no JSON Schema of values that JSON Schema has no type for", () => {
    const shapes = { A: { properties: { at: { ref: "B" } } }, B: { type: "date" } };
    expect(() => toJsonSchema("A", shapes, "draft-07")).toThrow(
      expect.objectContaining({ code: "UNSUPPORTED" }),
    );
  });

  it("refers to shapes that hold themselves, whatever they are called", () => {
    const shapes = {
      "a/b~c %": { type: "object", properties: { next: { ref: "a/b~c %" }, n: { type: "null" } } },
    };
    const judge = new Ajv2020(settings).compile(toJsonSchema("a/b~c %", shapes, "draft-2020-12"));
    expect(
      [{ next: { next: {} } }, { next: { next: 1 } }, { next: { n: 2 } }].map((one) => judge(one)),
    ).toEqual([true, false, false]);
  });

  it("is not loaded by clients, and neither is the guide", async () => {
    const dist = fileURLToPath(new URL("../../generated/catalogue/dist/", import.meta.url));
    const texts = new Map<string, string>();
    const load = async (path: string): Promise<void> => {
      if (texts.has(path)) return;
      const text = await readFile(path, "utf8");
      texts.set(path, text);
      const imports = [...text.matchAll(/^(?:import|export)[^;]*? from "(\.[^"]+)"/gm)];
      for (const [, target = ""] of imports) await load(join(dirname(path), target));
    };
    await load(join(dist, "index.js"));
    const all = [...texts.values()].join("");
    expect(all).toContain("isCourse");
    for (const mark of ["~standard", "json-schema.org", "readByName"]) expect(all).not.toContain(mark);
  });
});
