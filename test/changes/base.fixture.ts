/** The API that changes, and what it stands on. Each case changes `disk.proto`, whose package is `acme.v1`. */
export const shared: Readonly<Record<string, string>> = {
  "acme/options.proto": `
syntax = "proto3";
package acme;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions {
  string api_service_name = 60001;
  string default_host = 60002;
}
extend google.protobuf.MethodOptions {
  Deprecation method_deprecation_details = 60003;
  MethodBehavior method_behavior = 60004;
}
extend google.protobuf.FieldOptions {
  repeated Behavior field_behavior = 60005;
  bool sensitive = 60006;
  Deprecation field_deprecation_details = 60007;
}
enum Behavior {
  BEHAVIOR_UNSPECIFIED = 0;
  BEHAVIOR_OUTPUT_ONLY = 1;
  BEHAVIOR_IMMUTABLE = 2;
  BEHAVIOR_INPUT_ONLY = 3;
  BEHAVIOR_IDENTIFIER = 4;
  BEHAVIOR_HINT = 5;
}
enum MethodBehavior {
  METHOD_BEHAVIOR_UNSPECIFIED = 0;
  METHOD_BEHAVIOR_UPDATER = 1;
}
message Deprecation {
  string effective_at = 1;
  string description = 2;
}
`,
  "acme/common.proto": `
syntax = "proto3";
package acme.common;
import "google/protobuf/timestamp.proto";
import "google/rpc/status.proto";
message Metadata {
  string id = 1;
  string parent_id = 2;
  string name = 3;
  int64 resource_version = 4;
}
message Task {
  string id = 1;
  string resource_id = 2;
  google.rpc.Status status = 3;
  google.protobuf.Timestamp finished_at = 4;
}
service TaskService {
  rpc Get(GetTaskRequest) returns (Task);
}
message GetTaskRequest {
  string id = 1;
}
`,
  "google/rpc/status.proto": `
syntax = "proto3";
package google.rpc;
import "google/protobuf/any.proto";
message Status {
  int32 code = 1;
  string message = 2;
  repeated google.protobuf.Any details = 3;
}
`,
};

/** The file as it was before. */
export const base = `
syntax = "proto3";
package acme.v1;
import "acme/common.proto";
import "acme/options.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";

// Kinds of disks.
enum DiskType {
  DISK_TYPE_UNSPECIFIED = 0;
  DISK_TYPE_SSD = 1;
  DISK_TYPE_HDD = 2;
}

// A disk.
message Disk {
  acme.common.Metadata metadata = 1;
  DiskSpec spec = 2;
  DiskStatus status = 3 [(acme.field_behavior) = BEHAVIOR_OUTPUT_ONLY];
}

message DiskSpec {
  int32 size = 1;
  string label = 2;
  optional int32 limit = 3;
  repeated string tags = 4;
  map<string, int32> weights = 5;
  DiskType type = 6;
  oneof source {
    string image_id = 7;
    Snapshot snapshot = 8;
  }
  google.protobuf.Timestamp expires_at = 9;
  google.protobuf.Duration grace = 10;
  google.protobuf.StringValue comment = 11;
  bytes key = 12;
  Placement placement = 13;
  repeated Placement replicas = 14;
  string zone = 15 [(acme.field_behavior) = BEHAVIOR_IMMUTABLE];
  int64 quota = 16;
  float ratio = 17;
  string owner = 18 [deprecated = true];
  string password = 19 [(acme.field_behavior) = BEHAVIOR_INPUT_ONLY, (acme.sensitive) = true];
  uint32 speed = 20;
  bool encrypted = 21;
}

message Placement {
  string rack = 1;
  string host = 2 [json_name = "hostName"];
  Level level = 3;
  enum Level {
    LEVEL_UNSPECIFIED = 0;
    LEVEL_LOW = 1;
    LEVEL_HIGH = 2;
  }
}

message Snapshot {
  string id = 1;
}

message DiskStatus {
  string state = 1;
  int32 attempts = 2;
}

// Manages disks.
service DiskService {
  option (acme.api_service_name) = "disks";
  rpc Create(CreateDiskRequest) returns (acme.common.Task);
  rpc Get(GetDiskRequest) returns (Disk);
  rpc List(ListDisksRequest) returns (ListDisksResponse);
  rpc Update(UpdateDiskRequest) returns (acme.common.Task);
  rpc Delete(DeleteDiskRequest) returns (acme.common.Task);
  rpc Resize(ResizeDiskRequest) returns (ResizeDiskResponse);
  rpc Watch(GetDiskRequest) returns (stream DiskStatus);
  rpc Check(CheckDiskRequest) returns (DiskStatus) {
    option idempotency_level = NO_SIDE_EFFECTS;
  }
  // Use Resize.
  rpc Grow(ResizeDiskRequest) returns (ResizeDiskResponse) {
    option (acme.method_deprecation_details) = { description: "Use Resize." };
  }
}

message CreateDiskRequest {
  acme.common.Metadata metadata = 1;
  DiskSpec spec = 2;
}
message GetDiskRequest {
  string id = 1;
}
message ListDisksRequest {
  string parent_id = 1;
  int32 page_size = 2;
  string page_token = 3;
}
message ListDisksResponse {
  repeated Disk items = 1;
  string next_page_token = 2;
}
message UpdateDiskRequest {
  acme.common.Metadata metadata = 1;
  DiskSpec spec = 2;
}
message DeleteDiskRequest {
  string id = 1;
}
message ResizeDiskRequest {
  string id = 1;
  int32 size = 2;
}
message ResizeDiskResponse {
  int32 size = 1;
}
message CheckDiskRequest {
  string id = 1;
}

// Tells tariffs.
service TariffService {
  option (acme.api_service_name) = "tariffs";
  rpc Get(GetTariffRequest) returns (Tariff);
}
message GetTariffRequest {
  string name = 1;
}
message Tariff {
  string name = 1;
  double price = 2;
}
`;
