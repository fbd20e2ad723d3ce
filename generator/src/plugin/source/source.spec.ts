import { describe, expect, it } from "vitest";
import { generateFrom } from "../request.fixture.js";

const protos = {
  "acme/v1/notes.proto": `syntax = "proto3";
package acme.v1;

/*
 * Notes,
 * on two lines.
 */
service NoteService {
  // Returns a note.
  //
  // It has two paragraphs.
  rpc Get(GetNoteRequest) returns (Note);
}

// A request.
// It has two lines.
message GetNoteRequest {
  string id = 1; // The ID,
                 // on two lines.
}

message Note {
  // The text.
  // It may be long.
  string text = 1;
}
`,
};

describe("comments of protos", () => {
  it("give the same output whether they were checked out with CRLF or LF", async () => {
    const parameter =
      "package_name=@acme/notes,session_name=Acme,strip_prefix=acme,guide=true,docs=true,api_domain=api.acme.example,kind=cloud";
    const checkedOut = Object.fromEntries(
      Object.entries(protos).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
    );
    const expected = await generateFrom(protos, { parameter });
    expect(expected.error).toBe("");
    expect(Object.values(expected.files).join("")).toContain("It has two lines.");
    expect(await generateFrom(checkedOut, { parameter })).toEqual(expected);
  });
});
