import { beforeAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../../convention/src/aip/library.fixture.js";
import { generateFrom } from "./request.fixture.js";

const options = `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
  extend google.protobuf.MethodOptions { MethodBehavior method_behavior = 50001; }
  extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50001; Ids nid = 50002; }
  enum MethodBehavior { METHOD_UNSPECIFIED = 0; METHOD_WITHOUT_GET = 1; }
  enum FieldBehavior { UNSPECIFIED = 0; MEANINGFUL_EMPTY_VALUE = 6; NON_EMPTY_DEFAULT = 7; }
  message Ids { repeated string resource = 1; repeated string parent_resource = 2; }`;
const nodes = `syntax = "proto3"; package acme.v1; import "acme/options.proto"; import "google/rpc/status.proto"; import "google/protobuf/timestamp.proto";
  message Meta { string id = 1; string parent_id = 2; }
  // The desired state.
  message Spec {
    // The taint.
    Taint taint = 1 [(acme.field_behavior) = MEANINGFUL_EMPTY_VALUE];
    // The subnet.
    string subnet_id = 2 [(acme.field_behavior) = NON_EMPTY_DEFAULT, (acme.nid) = { resource: ["subnet"] }];
  }
  message Taint { string key = 1; }
  message Node { Meta metadata = 1 [(acme.nid) = { parent_resource: ["cluster"] }]; Spec spec = 2; }
  message Put { Meta metadata = 1; Spec spec = 2; } message Id { string id = 1; }
  message Page { string parent_id = 1 [(acme.nid) = { resource: ["cluster", "project"] }]; string page_token = 2; }
  message Nodes { repeated Node items = 1; string next_page_token = 2; }
  message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; string resource_id = 4; }
  service Ops { rpc Get(Id) returns (Op); }
  service NodeService { option (acme.api_service_name) = "nodes";
    rpc Get(Id) returns (Node); rpc List(Page) returns (Nodes); rpc Create(Put) returns (Op); rpc Update(Put) returns (Op);
    rpc Archive(Id) returns (Op) { option (acme.method_behavior) = METHOD_WITHOUT_GET; } }`;
const status = 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }';

describe("an SDK states what the options of the API say", () => {
  let files: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const protos = {
      "acme/options.proto": options,
      "acme/v1/node.proto": nodes,
      "google/rpc/status.proto": status,
    };
    const parameter = "package_name=@acme/nodes,session_name=Acme,docs=true";
    files = (await generateFrom(protos, { parameter })).files;
  });
  const client = (): string => files["src/acme/v1/node.ts"] ?? "";

  it("offers the resource of an operation only if Get can read it", () => {
    expect(client()).toMatch(/create\([^)]*\): ResourceOperationCall<Op, Resource<Node>>/);
    expect(client()).toMatch(/archive\([^)]*\): OperationCall<Op>/);
  });

  it("says in comments and pages what empty values mean", () => {
    const [empty, filled] = [
      "An empty value differs from an unset one.",
      "If it is not set, the server sets a value that is not empty.",
    ];
    expect(client()).toContain(`* The taint.\n   *\n   * ${empty}`);
    expect(client()).toContain(`* The subnet.\n   *\n   * ${filled}`);
    const pages = Object.entries(files).flatMap(([path, text]) => (path.endsWith(".md") ? [text] : []));
    expect(pages.some((page) => page.includes(empty) && page.includes(filled))).toBe(true);
  });

  it("names the types of an identifier and of a parent, and which parents a session fills in", () => {
    expect(client()).toContain("The ID of a `subnet`.");
    expect(client()).toContain("The parent is a `cluster`.");
    expect(client()).toContain("The ID of a `cluster` or `project`.");
    expect(client().replaceAll(/\s+/g, " ")).toMatch(
      /"List", "unary", .{0,60}\{ readOnly: true, parentTypes: \["cluster", "project"\] \}/,
    );
    expect(client().replaceAll(/\s+/g, " ")).toMatch(
      /"Create", "unary", .{0,60}\{ parentTypes: \["cluster"\] \}/,
    );
    expect(client().match(/parentTypes/g)).toHaveLength(2);
  });
});

describe("an SDK of an API that follows AIP", () => {
  it("fills in the name of a new resource if it is REQUIRED", async () => {
    const { files } = await generateFrom({
      ...libraryFiles(),
      "notes/v1/notes.proto": `syntax = "proto3"; package notes.v1;
        import "google/api/client.proto"; import "google/api/field_behavior.proto"; import "google/api/resource.proto";
        message Note { option (google.api.resource) = { type: "l/Note" pattern: "shelves/{shelf}/notes/{note}" };
          string name = 1 [(google.api.field_behavior) = REQUIRED]; }
        message CreateNoteRequest { string parent = 1; string note_id = 2; Note note = 3; }
        service Notes { option (google.api.default_host) = "notes.example.com"; rpc CreateNote(CreateNoteRequest) returns (Note); }`,
    });
    const fact = `createdName: { resource: "note", name: "name", parent: "parent", id: "note_id", patterns: ["shelves/{shelf}/notes/{note}"]`;
    expect(files["notes/v1/notes.ts"]?.replaceAll(/\s+/g, " ")).toContain(fact);
    expect(files["library/v1/library.ts"]).not.toContain("createdName");
  });
});
