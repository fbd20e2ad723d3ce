import { describe, expect, it } from "vitest";
import { describeProtos } from "./describe.fixture.js";

const head = `syntax = "proto3"; package acme.v1; import "google/protobuf/descriptor.proto";
  extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
  extend google.protobuf.MethodOptions { repeated Behavior method_behavior = 50001; }
  enum Behavior { BEHAVIOR_UNSPECIFIED = 0; BEHAVIOR_UPDATER = 1; }
  message Meta { string id = 1; } message Spec { int32 cpu = 1; } message Tag { string text = 1; }
  message Vm { Meta metadata = 1; Spec spec = 2; } message Put { Meta metadata = 1; Spec spec = 2; }
  message Req { string id = 1; }`;

const get = "rpc Get(Req) returns (Vm);";
const updater = (name: string, request = "Put"): string =>
  `rpc ${name}(${request}) returns (Vm) { option (method_behavior) = BEHAVIOR_UPDATER; }`;

describe("modify calls", () => {
  it.each([
    ["Update, also after another", `${updater("Rebuild")} rpc Update(Put) returns (Vm); ${get}`, "Update"],
    ["the only other update", `${get} ${updater("Rebuild")}`, "Rebuild"],
    ["that of the same resource", `${get} ${updater("Label", "Tag")} ${updater("Rebuild")}`, "Rebuild"],
    ["none of several", `${get} ${updater("Rebuild")} ${updater("Resize")}`, undefined],
    [
      "none, where Update takes something else",
      `${get} ${updater("Rebuild")} rpc Update(Tag) returns (Vm);`,
      undefined,
    ],
    [
      "none, where Update is said to be no update",
      `${get} ${updater("Rebuild")}
       rpc Update(Put) returns (Vm) { option (method_behavior) = BEHAVIOR_UNSPECIFIED; }`,
      undefined,
    ],
  ])("%s", (_, rpcs, want) => {
    const text = `${head} service S { option (api_service_name) = "s"; ${rpcs} }`;
    const { services } = describeProtos({ "acme/v1/a.proto": text });
    expect(services[0]?.modify?.update.rpc).toBe(want);
  });
});
