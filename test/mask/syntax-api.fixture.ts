import type { ProtoVersions } from "../update/api-pool.fixture.js";

/** What an API is written in: both have closed enums, required fields and groups, by other words. */
export type Syntax = "proto2" | "edition 2023";

/** An API with closed enums in every place that a field can have, required fields and a group. The older version lacks two numbers. */
export function syntaxApi(syntax: Syntax): ProtoVersions {
  const packageName = syntax === "proto2" ? "syntax.v2" : "syntax.v2023";
  const print = (isNew: boolean): string => proto(packageName, syntax, isNew);
  return { packageName, newer: print(true), older: print(false) };
}

function proto(packageName: string, syntax: Syntax, isNew: boolean): string {
  const isOld = syntax === "proto2";
  const [syntaxLine, one] = isOld
    ? [`syntax = "proto2";`, "optional "]
    : [`edition = "2023";\noption features.enum_type = CLOSED;`, ""];
  // One that must be there.
  const must = isOld ? ["required ", ""] : ["", " [features.field_presence = LEGACY_REQUIRED]"];
  const bundle = `${one}string name = 1; ${one}int32 size = 2; ${isNew ? `${one}string tag = 3;` : ""}`;
  return `${syntaxLine}
package ${packageName};
import "chance/options.proto";
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Look(GetBoxRequest) returns (Looked);
}
enum Mode { MODE_ONE = 1; MODE_TWO = 2; MODE_THREE = 3; ${isNew ? "MODE_NINE = 9; MODE_MINUS = -9;" : ""} }
message Looked {}
message CreateBoxRequest { ${one}Metadata metadata = 1; ${one}Spec spec = 2; }
message GetBoxRequest { ${one}string id = 1; }
message UpdateBoxRequest { ${one}Metadata metadata = 1; ${one}Spec spec = 2; ${one}Mode level = 4; }
message Box { ${one}Metadata metadata = 1; ${one}Spec spec = 2; ${one}Mode level = 3; }
message Metadata { ${one}string id = 1; ${one}string name = 2; ${one}string parent_id = 3; ${one}int64 resource_version = 4; }
message Spec {
  ${one}int32 cpu = 1;
  ${one}Mode mode = 2;
  repeated Mode modes = 3;
  map<string, Mode> by_name = 4;
  map<int64, Mode> by_number = 5;
  oneof pick {
    Mode picked = 6;
    string other = 7;
  }
  ${one}Part part = 8;
  repeated Part parts = 9;
  map<string, Part> part_by_name = 10;
  ${one}Strict strict = 11;
  repeated Strict stricts = 12;
  ${one}string note = 13;
  ${isOld ? `optional group Bundle = 14 {${bundle}}` : "Bundle bundle = 14 [features.message_encoding = DELIMITED];"}
}
${isOld ? "" : `message Bundle {${bundle}}`}
message Part {
  ${one}string name = 1;
  ${one}Mode mode = 2;
  repeated Mode modes = 3;
  map<string, Mode> by_name = 4;
  ${one}Part inner = 5;
}
message Strict {
  ${must[0]}string name = 1${must[1]};
  ${must[0]}Deep deep = 2${must[1]};
  ${one}int32 size = 3;
  ${one}Deep loose = 4;
}
message Deep {
  ${must[0]}Mode mode = 1${must[1]};
  ${one}int32 size = 2;
  ${must[0]}int32 count = 3${must[1]};
}
`;
}
