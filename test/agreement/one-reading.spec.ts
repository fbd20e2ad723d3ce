import { describe, expect, it } from "vitest";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { fieldBehaviors } from "@stratus/convention";
import { readApi } from "../../emulator/src/descriptors/api.js";
import { describeProtos, methodOf } from "../../generator/src/plugin/model/describe.fixture.js";
import {
  acmeFile,
  compileProtos,
  generateFrom,
  type Protos,
} from "../../generator/src/plugin/request.fixture.js";

/** An API with a resource; its method Replace and the field `spec.zone` are marked by those values of enums of those names. */
function api(methodEnum: string, updater: string, fieldEnum: string, immutable: string, rpcs = ""): Protos {
  return {
    "acme/options.proto": `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
      extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
      extend google.protobuf.MethodOptions { repeated ${methodEnum} method_behavior = 50002; }
      extend google.protobuf.FieldOptions { repeated ${fieldEnum} field_behavior = 50003; }
      enum ${methodEnum} { METHOD_UNSPECIFIED = 0; ${updater} = 1; }
      enum ${fieldEnum} { FIELD_UNSPECIFIED = 0; ${immutable} = 1; }`,
    "acme/v1/vm.proto": acmeFile(`
      message Meta { string id = 1; } message Spec { string zone = 1 [(acme.field_behavior) = ${immutable}]; }
      message Vm { Meta metadata = 1; Spec spec = 2; } message Id { string id = 1; }
      message Put { Meta metadata = 1; Spec spec = 2; }
      service VmService {
        option (acme.api_service_name) = "vm";
        rpc Get(Id) returns (Vm);
        rpc Replace(Put) returns (Vm) { option (acme.method_behavior) = ${updater}; }
        ${rpcs}
      }`),
  };
}

/** What the emulator makes of protos. */
const emulated = (protos: Protos) =>
  readApi(createFileRegistry(create(FileDescriptorSetSchema, { file: compileProtos(protos) })));

const spellings = [
  ["MethodBehavior", "METHOD_BEHAVIOR_UPDATER", "FieldBehavior", "FIELD_BEHAVIOR_IMMUTABLE"],
  ["MethodBehavior", "METHOD_UPDATER", "FieldBehavior", "FIELD_IMMUTABLE"],
  ["MethodBehavior", "UPDATER", "FieldBehavior", "IMMUTABLE"],
  ["Kind", "METHOD_UPDATER", "Treatment", "FIELD_IMMUTABLE"],
] as const;

describe.each(spellings)("where %s has %s, and %s has %s", (...spelling) => {
  const protos = api(...spelling);

  it("the SDK sends a mask, and the emulator takes one", async () => {
    expect(methodOf(describeProtos(protos), "Replace").isUpdate).toBe(true);
    const { files, error } = await generateFrom(protos);
    expect(error).toBe("");
    expect(files["acme/v1/vm.ts"]).toMatch(/"Replace",\s*"unary",[^;]*?\{\s*update: true\b/);
    expect(emulated(protos).methods.get("acme.v1.VmService/Replace")?.role.kind).toBe("update");
  });

  it("the SDK's table and the emulator know the field as IMMUTABLE", () => {
    const { codecFiles, annotationsOf } = describeProtos(protos);
    const messages = codecFiles.flatMap((file) => file.messages);
    const [field] = messages.find(({ typeName }) => typeName === "acme.v1.Spec")?.fields ?? [];
    expect(field && annotationsOf(field).behaviors).toEqual(["IMMUTABLE"]);
    const { registry, options } = emulated(protos);
    expect(fieldBehaviors(registry.getMessage("acme.v1.Spec")!.fields[0]!, options)).toEqual(["IMMUTABLE"]);
  });
});

describe("SDK and emulator agree", () => {
  const rpcs = `
    rpc Update(Put) returns (Vm) { option (acme.method_behavior) = METHOD_UNSPECIFIED; }
    rpc GetOrCreate(Put) returns (Vm); rpc ListAndLock(Id) returns (Vm); rpc GetByName(Id) returns (Vm);
    rpc Getaway(Id) returns (Vm); rpc Patch(Put) returns (Vm);
    rpc Look(Id) returns (Vm) { option idempotency_level = NO_SIDE_EFFECTS; }`;
  const protos = api("MethodBehavior", "METHOD_UPDATER", "FieldBehavior", "FIELD_IMMUTABLE", rpcs);
  const { methods } = emulated(protos);
  const described = describeProtos(protos);

  it.each([
    ["Get", "reads"],
    ["GetByName", "reads"],
    ["Look", "reads"],
    ["Replace", "updates"],
    ["Update", "neither"],
    ["Patch", "neither"],
    ["GetOrCreate", "neither"],
    ["ListAndLock", "neither"],
    ["Getaway", "neither"],
  ])("that %s: %s", (rpc, want) => {
    const ours = methodOf(described, rpc);
    const theirs = methods.get(`acme.v1.VmService/${rpc}`)!;
    const say = (reads: boolean, updates: boolean): string =>
      reads ? "reads" : updates ? "updates" : "neither";
    expect(say(ours.isReadOnly, ours.isUpdate)).toBe(want);
    expect(say(theirs.isReadOnly, theirs.role.kind === "update")).toBe(want);
  });

  it("that operations are not read where they were made, if their service has a host of its own", () => {
    const own: Protos = {
      "google/rpc/status.proto": 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }',
      "acme/options.proto": `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
        extend google.protobuf.ServiceOptions { string api_service_name = 50001; string default_host = 50002; }`,
      "acme/v1/op.proto": acmeFile(
        `message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; }
         message Id { string id = 1; }
         service OpService { option (acme.default_host) = "ops.example"; rpc Get(Id) returns (Op); }
         service VmService { option (acme.api_service_name) = "vm"; rpc Start(Id) returns (Op); }`,
        ["google/rpc/status.proto", "google/protobuf/timestamp.proto"],
      ),
    };
    expect(methodOf(describeProtos(own), "Start").operation).toBeUndefined();
    const [service] = emulated(own).services;
    expect(service).toMatchObject({
      endpoint: undefined,
      defaultHost: "ops.example",
      readsOperations: false,
    });
  });
});
