import type { ProtoVersions } from "./api-pool.fixture.js";

const options = "[(chance.field_behavior) = FIELD_BEHAVIOR_";

/** An API with a field for each way in which a value can be lost. The older version knows less. */
export const namedApi: ProtoVersions = {
  packageName: "named.v1",
  newer: proto(true),
  older: proto(false),
};

function proto(isNew: boolean): string {
  const recent = (line: string): string => (isNew ? line : "");
  return `syntax = "proto3";
package named.v1;
import "chance/options.proto";
import "google/protobuf/descriptor.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
extend google.protobuf.MethodOptions { MethodBehavior method_behavior = 60003; }
enum MethodBehavior { METHOD_BEHAVIOR_UNSPECIFIED = 0; METHOD_BEHAVIOR_UPDATER = 1; }
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Rebuild(UpdateBoxRequest) returns (Box) { option (method_behavior) = METHOD_BEHAVIOR_UPDATER; }
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Look(GetBoxRequest) returns (Looked);
}
message Looked {}
message CreateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message GetBoxRequest { string id = 1; }
message UpdateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message Box { Metadata metadata = 1; Spec spec = 2; }
message Metadata { string id = 1; string name = 2; string parent_id = 3; map<string, string> labels = 4; }
message Spec {
  int32 cpu = 1;
  string note = 2;
  User owner = 3;
  repeated User users = 4;
  map<string, User> by_name = 5;
  repeated Disk disks = 6;
  oneof place {
    string zone = 7;
    Group group = 8;
    ${recent("Rack rack = 9;")}
  }
  ${recent("Part part_new = 10;")}
  google.protobuf.Timestamp at = 11;
  repeated string hosts = 12;
  Boot boot = 13;
  repeated Part parts = 14;
  map<string, Disk> disk_by_name = 15;
  Secret secret = 16;
  oneof login { Group team = 17; Key key = 18; }
  ${recent("string tag = 19;")}
  repeated Secret secrets = 20;
  map<string, Part> part_by_name = 21;
  User backup = 22;
  Part main = 23;
  Part spare = 24;
  google.protobuf.Int32Value limit = 25;
  map<string, Seat> seats = 26;
  oneof visit { Visit planned = 27; Visit done = 28; }
  Key spare_key = 29;
  Crew day = 30;
  Crew night = 31;
  repeated Rule rules = 32;
  repeated Gate gates = 33;
}
message Crew { string name = 1; repeated User members = 2; }
message Rule { int32 port = 1; string action = 2; string target = 3; string note = 4; map<string, Group> group_by_name = 6; ${recent(`string code = 5 ${options}INPUT_ONLY];`)} }
message Gate { int32 port = 1; repeated Key keys = 2; ${recent(`string code = 3 ${options}INPUT_ONLY];`)} }
message Seat { string number = 1 ${options}IDENTIFIER]; string guest = 2; }
message Visit { google.protobuf.Timestamp at = 1; string note = 2; string pass = 3 ${options}INPUT_ONLY]; }
message User { string login = 1; string password = 2 ${options}INPUT_ONLY]; }
message Secret { string token = 1 ${options}INPUT_ONLY]; }
message Key { string name = 1; string pem = 2 ${options}INPUT_ONLY]; }
message Disk {
  string id = 6;
  string image = 1 ${options}IMMUTABLE];
  int32 size = 2;
  int32 block = 3 ${options}IMMUTABLE];
  string device = 4 ${options}OUTPUT_ONLY];
  ${recent("string tier = 5;")}
}
message Group { int32 size = 1; string name = 2; }
message Rack { int32 row = 1; }
message Part { int32 size = 1; string note = 2; ${recent("string color = 3; Paint paint = 4;")} oneof kind { string wood = 5; ${recent("string steel = 6;")} } }
message Paint { string name = 1; int32 coats = 2; }
message Boot { string kind = 1 ${options}IMMUTABLE]; int32 size = 2; }
`;
}

/** An API that spells its behaviours without the whole name of their enum. */
export const spelledApi: ProtoVersions = { packageName: "spelled.v1", newer: spelled(), older: spelled() };

function spelled(): string {
  return `syntax = "proto3";
package spelled.v1;
import "chance/options.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 60012; }
extend google.protobuf.MethodOptions { repeated MethodBehavior method_behavior = 60013; }
enum FieldBehavior { FIELD_UNSPECIFIED = 0; FIELD_INPUT_ONLY = 1; FIELD_IMMUTABLE = 2; }
enum MethodBehavior { METHOD_UNSPECIFIED = 0; METHOD_UPDATER = 1; }
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Resize(UpdateBoxRequest) returns (Box) { option (method_behavior) = METHOD_UPDATER; }
  rpc Look(GetBoxRequest) returns (Looked);
}
message Looked {}
message CreateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message GetBoxRequest { string id = 1; }
message UpdateBoxRequest { Metadata metadata = 1; Spec spec = 2; }
message Box { Metadata metadata = 1; Spec spec = 2; }
message Metadata { string id = 1; string name = 2; string parent_id = 3; }
message Spec {
  int32 cpu = 1;
  string password = 2 [(spelled.v1.field_behavior) = FIELD_INPUT_ONLY];
  string note = 3;
}
`;
}
