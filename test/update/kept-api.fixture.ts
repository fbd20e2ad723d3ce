import type { ProtoVersions } from "./api-pool.fixture.js";

/** An API in proto2: closed enums, of which the newer version has one number more, required fields and groups. */
export const keptApi: ProtoVersions = { packageName: "kept.v1", newer: proto(true), older: proto(false) };

function proto(isNew: boolean): string {
  return `syntax = "proto2";
package kept.v1;
import "chance/options.proto";
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Look(GetBoxRequest) returns (Looked);
}
message Looked {}
message CreateBoxRequest { optional Metadata metadata = 1; optional Spec spec = 2; }
message GetBoxRequest { optional string id = 1; }
message UpdateBoxRequest { optional Metadata metadata = 1; optional Spec spec = 2; }
message Box { optional Metadata metadata = 1; optional Spec spec = 2; optional Status status = 3; }
message Status { optional string state = 1; }
message Metadata {
  optional string id = 1;
  optional string name = 2;
  optional int64 resource_version = 3;
}
enum Tone { TONE_LOW = 1; TONE_HIGH = 2; ${isNew ? "TONE_NEW = 3;" : ""} }
message Spec {
  optional int32 cpu = 1;
  optional string note = 2;
  optional Tone tone = 3;
  repeated Tone tones = 4;
  map<string, Tone> tone_by_name = 5;
  oneof pick { Tone best = 6; string other = 7; }
  optional Inner inner = 8;
  repeated Inner inners = 9;
  optional Part part = 10;
  repeated group Slot = 11 { optional int32 size = 1; optional string name = 2; }
  optional group Rack = 12 { optional int32 size = 1; optional string name = 2; }
  map<string, Disk> disk_by_name = 13;
  optional string address = 14 [(chance.field_behavior) = FIELD_BEHAVIOR_OUTPUT_ONLY];
}
message Inner { oneof pick { Tone tone = 1; string other = 2; } repeated Tone tones = 3; optional string name = 4; }
message Part { required string id = 1; required Tone tone = 2; optional int32 size = 3; optional Part part = 4; }
message Disk { optional int32 size = 1; optional string name = 2; }
`;
}
