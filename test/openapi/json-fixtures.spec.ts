import { jsonFixture } from "@stratus/runtime/fixtures";
import { isBuilding, isCourse, isCourseResult, isCredits, isSection } from "@svc/catalogue";
import { type Guard, schemaOf } from "@svc/catalogue/standard-schema";
import { describe, expect, it } from "vitest";

const guards: readonly (readonly [string, Guard<unknown>])[] = [
  ["a course", isCourse],
  ["credits of several types", isCredits],
  ["a section", isSection],
  ["a building", isBuilding],
  ["a result with a score", isCourseResult],
];

describe("fixtures of a REST API", () => {
  it.each(guards)("pass the guard of %s, for each seed", async (_, guard) => {
    const schema = await schemaOf(guard);
    for (let seed = 0; seed < 20; seed++) {
      const value = await jsonFixture(schema, { seed });
      expect(guard(value), JSON.stringify(value)).toBe(true);
      expect(await jsonFixture(schema, { seed })).toEqual(value);
    }
  });

  it("have what the program gives, at any depth", async () => {
    const course = await jsonFixture(await schemaOf(isCourse), {
      overrides: { title: "Logic", sections: [] },
    });
    expect(course).toMatchObject({ title: "Logic", sections: [] });
    expect(course.subjectCode).not.toBe("");
  });

  it("name the place that a schema refuses in every candidate", async () => {
    const overrides = { title: 7 as never };
    await expect(jsonFixture(await schemaOf(isCourse), { overrides })).rejects.toMatchObject({
      code: "FIXTURE_IMPOSSIBLE",
      message: expect.stringContaining("title"),
    });
  });
});
