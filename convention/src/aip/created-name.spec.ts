import { describe, expect, it } from "vitest";
import { createCustomOptions } from "../base/options.js";
import { compileProtos } from "../protos.fixture.js";
import { findCreatedName } from "./created-name.js";
import { libraryFiles } from "./library.fixture.js";

const shelf = `option (google.api.resource) = { type: "l/Shelf" pattern: "shelves/{shelf}" };`;
const note = `option (google.api.resource) = { type: "l/Note" pattern: "shelves/{shelf}/notes/{note}" };`;
const required = "[(google.api.field_behavior) = REQUIRED]";
const types = compileProtos({
  ...libraryFiles(),
  "notes.proto": `syntax = "proto3"; package notes.v1;
    import "google/api/field_behavior.proto"; import "google/api/resource.proto";
    message Note { ${note} string name = 1 ${required}; }
    message Memo { option (google.api.resource) = { type: "l/Memo" pattern: "memos/{memo}" name_field: "path" }; string path = 1 ${required}; }
    message Shelf { ${shelf} string name = 1 [(google.api.field_behavior) = IDENTIFIER]; }
    message CreateNoteRequest { string parent = 1; string note_id = 2; Note note = 3; }
    message CreateMemoRequest { string memo_id = 1; Memo memo = 2; }
    message CreateShelfRequest { string shelf_id = 1; Shelf shelf = 2; }
    message Unnumbered { string parent = 1; Note note = 2; }
    service S {
      rpc CreateNote(CreateNoteRequest) returns (Note); rpc CreateMemo(CreateMemoRequest) returns (Memo);
      rpc CreateShelf(CreateShelfRequest) returns (Shelf); rpc AddNote(CreateNoteRequest) returns (Note);
    }
    service Other { rpc CreateNote(Unnumbered) returns (Note); }
    service Plain { rpc CreateNote(Note) returns (Note); }`,
});
const options = createCustomOptions(types.files);

describe("the name of a resource that a Create makes", () => {
  it.each<[method: string, found: object | undefined]>([
    [
      "S.CreateNote",
      {
        resource: "note",
        name: "name",
        parent: "parent",
        id: "note_id",
        patterns: ["shelves/{shelf}/notes/{note}"],
      },
    ],
    [
      "S.CreateMemo",
      { resource: "memo", name: "path", parent: undefined, id: "memo_id", patterns: ["memos/{memo}"] },
    ],
    ["S.CreateShelf", undefined],
    ["S.AddNote", undefined],
    ["Other.CreateNote", undefined],
    ["Plain.CreateNote", undefined],
  ])("follows from the request of %s, or not", (name, found) => {
    const [service, rpc] = name.split(".");
    const method = types.getService(`notes.v1.${service}`)!.methods.find((one) => one.name === rpc)!;
    expect(findCreatedName(method, options, types)).toEqual(found);
  });
});
