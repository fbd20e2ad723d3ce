import { describe, expect, it } from "vitest";
import { run } from "../plugin.js";
import { compileProtos, requestOf } from "../request.fixture.js";

/** The warnings of a run for an API with these fields. */
async function notesOf(fields: string): Promise<readonly string[]> {
  const protos = { "acme/v1/a.proto": `syntax = "proto3"; package acme.v1; message M { ${fields} }` };
  const notes: string[] = [];
  await run(
    requestOf(compileProtos(protos), { parameter: "clients=false" }),
    (note) => void notes.push(note),
  );
  return notes;
}

describe("a field with jstype = JS_NUMBER", () => {
  it("is named by a note of the run, which says that it stays a bigint", async () => {
    expect(await notesOf("int64 a = 1 [jstype = JS_NUMBER]; int64 b = 2 [jstype = JS_STRING];")).toEqual([
      "jstype = JS_NUMBER is ignored, because a number is exact only up to 2^53. These fields are bigint: acme.v1.M.a. Set JS_STRING for strings",
    ]);
  });

  it("is one of five that are named", async () => {
    const fields = Array.from({ length: 8 }, (_, at) => `fixed64 f${at} = ${at + 1} [jstype = JS_NUMBER];`);
    const [note] = await notesOf(fields.join(" "));
    expect(note).toContain("acme.v1.M.f4 and 3 more.");
  });

  it.each(["int64 a = 1;", "int64 a = 1 [jstype = JS_NORMAL];", "int64 a = 1 [jstype = JS_STRING];"])(
    "is not reported for %s",
    async (field) => {
      expect(await notesOf(field)).toEqual([]);
    },
  );
});
