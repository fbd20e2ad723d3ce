import { validateProto } from "../../convention/src/rules/validate.fixture.js";

/** An API that states what is required and what only the server writes, in a version of its package. */
export function statedProtos(version = "v1"): Readonly<Record<string, string>> {
  return {
    "buf/validate/validate.proto": validateProto,
    "acme/options.proto": `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 50002; }
enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; OUTPUT_ONLY = 1; REQUIRED = 2; IDENTIFIER = 3; }`,
    [`acme/${version}/vm.proto`]: `syntax = "proto3"; package acme.${version};
import "acme/options.proto"; import "buf/validate/validate.proto";
import "google/protobuf/field_mask.proto"; import "google/protobuf/timestamp.proto"; import "google/protobuf/struct.proto";
service VmService {
  option (acme.api_service_name) = "vm";
  rpc Create(CreateVmRequest) returns (Vm);
  rpc Get(GetVmRequest) returns (Vm);
  rpc Update(UpdateVmRequest) returns (Vm);
  rpc Patch(PatchRequest) returns (Vm);
  rpc Import(stream ImportRequest) returns (Vm);
  rpc Find(FindRequest) returns (Vm);
}
message Metadata {
  string id = 1 [(acme.field_behavior) = OUTPUT_ONLY];
  string parent_id = 2 [(buf.validate.field).required = true];
  string name = 3 [(buf.validate.field).required = true];
  int64 resource_version = 4;
  google.protobuf.Timestamp created_at = 5 [(acme.field_behavior) = OUTPUT_ONLY];
}
message Vm { Metadata metadata = 1; Spec spec = 2; Status status = 3 [(acme.field_behavior) = OUTPUT_ONLY]; }
message Status { string state = 1; }
message Spec {
  Resources resources = 1 [(buf.validate.field).required = true];
  repeated Disk disks = 2;
  map<string, Disk> volumes = 3;
  string address = 4 [(acme.field_behavior) = OUTPUT_ONLY];
  oneof place { string host = 5; Status cage = 6; string found = 9 [(acme.field_behavior) = OUTPUT_ONLY]; }
  google.protobuf.Struct notes = 7;
  int32 cpu = 8 [(buf.validate.field).required = true];
}
message Resources { string platform = 1; }
message Disk { optional int64 size = 1 [(buf.validate.field).required = true]; string serial = 2 [(acme.field_behavior) = OUTPUT_ONLY]; repeated int64 marks = 3; }
message CreateVmRequest {
  Metadata metadata = 1 [(buf.validate.field).required = true];
  Spec spec = 2 [(buf.validate.field).required = true];
}
message GetVmRequest { string id = 1 [(buf.validate.field).required = true]; }
message UpdateVmRequest {
  Metadata metadata = 1 [(buf.validate.field).required = true];
  Spec spec = 2 [(buf.validate.field).required = true];
}
message PatchRequest { Spec spec = 1 [(acme.field_behavior) = REQUIRED]; google.protobuf.FieldMask mask = 2; }
message ImportRequest { Disk disk = 1 [(buf.validate.field).required = true]; }
message FindRequest { string text = 1; }`,
  };
}
