import { describe, expect, it } from "vitest";
import { validateProto } from "../../../../convention/src/rules/validate.fixture.js";
import { run } from "../plugin.js";
import { compileProtos, requestOf, runPlugin } from "../request.fixture.js";

const protos = (rules: string) => ({
  "buf/validate/validate.proto": validateProto,
  "acme/v1/a.proto": `syntax = "proto3"; package acme.v1;
    import "buf/validate/validate.proto"; import "google/protobuf/descriptor.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
    extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
    enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_INPUT_ONLY = 1; }
    message Metadata { string id = 1; int64 resource_version = 2; }
    message Spec { int32 cpu = 1; string password = 2 [(field_behavior) = FIELD_BEHAVIOR_INPUT_ONLY ${rules}]; }
    message Vm { Metadata metadata = 1; Spec spec = 2; }
    message Put { Metadata metadata = 1; Spec spec = 2; }
    message Id { string id = 1; }
    service VmService { option (api_service_name) = "vm"; rpc Get(Id) returns (Vm); rpc Update(Put) returns (Vm); }`,
});
const generate = ["acme/v1/a.proto"];

async function notesOf(rules: string): Promise<readonly string[]> {
  const notes: string[] = [];
  await run(requestOf(compileProtos(protos(rules)), { generate }), (note) => void notes.push(note));
  return notes.filter((note) => !note.startsWith("kind="));
}

describe("a run of the generator", () => {
  it("lists and counts the Updates that cannot pass at every server", async () => {
    expect(await notesOf(", (buf.validate.field).required = true")).toEqual([
      "1 of 1 modify methods cannot send every field that the rules of their Update require; " +
        "a server that validates the request alone rejects some of them:\n" +
        "  acme/v1/a.proto: acme.v1.VmService: spec.password (no response shows it)",
    ]);
    expect(await notesOf("")).toEqual([]);
  });

  it("says it where the method is documented", async () => {
    const ruled = await runPlugin(
      requestOf(compileProtos(protos(", (buf.validate.field).required = true")), { generate }),
    );
    const words =
      /Validation rules require `spec\.password` \(no response shows it\), which it sends only if it changed/;
    expect(
      Object.values(ruled.files).filter((text) => words.test(text.replaceAll(/\s+\*\s+/g, " "))),
    ).toHaveLength(1);
  });
});
