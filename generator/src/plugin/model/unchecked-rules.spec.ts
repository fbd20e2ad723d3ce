import { describe, expect, it } from "vitest";
import { validateProto } from "../../../../convention/src/rules/validate.fixture.js";
import { run } from "../plugin.js";
import { compileProtos, requestOf } from "../request.fixture.js";

/** The warnings of a run for an API with these fields. */
async function notesOf(fields: string): Promise<readonly string[]> {
  const protos = {
    "buf/validate/validate.proto": validateProto,
    "acme/v1/a.proto": `syntax = "proto3"; package acme.v1; import "buf/validate/validate.proto"; message M { ${fields} }`,
  };
  const notes: string[] = [];
  const parameter = "clients=false";
  const request = requestOf(compileProtos(protos), { parameter, generate: ["acme/v1/a.proto"] });
  await run(request, (note) => void notes.push(note));
  return notes;
}

describe("a run of the generator", () => {
  it("warns how many rules only the server checks, why, and which it does not understand", async () => {
    const [note, ...more] = await notesOf(`
      option (buf.validate.message).cel = {id: "m", expression: "true"};
      string a = 1 [(buf.validate.field).string = {max_len: 3, pattern: "a+"}];
      string b = 2 [(buf.validate.field) = {required: true, cel: {id: "b", expression: "true"}}];
      int32 c = 3 [(buf.validate.field).string.max_len = 3];`);
    expect(more).toEqual([]);
    expect(note?.split("\n")).toEqual([
      "4 of 6 validation rules are checked by the server alone:",
      "  2: it is written in CEL",
      expect.stringMatching(/^ {2}1: its pattern is not anchored/),
      "  1: the field is of another type, int32",
      "These are not understood:",
      "  acme/v1/a.proto: field acme.v1.M.c: string: the field is of another type, int32",
    ]);
  });

  it.each([
    ["nothing is stated", "string a = 1;"],
    ["all of it can be checked", "string a = 1 [(buf.validate.field).string.max_len = 3];"],
  ])("is silent where %s", async (_, fields) => {
    expect(await notesOf(fields)).toEqual([]);
  });
});
