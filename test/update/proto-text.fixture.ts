import type { Dialect, FieldModel } from "./random-api.fixture.js";

/** An API to be printed, in one of its versions. */
interface Printed {
  readonly packageName: string;
  readonly dialect: Dialect;
  readonly hasVersions: boolean;
  readonly types: readonly (readonly FieldModel[])[];
  readonly isOld: boolean;
}

const heads: Readonly<Record<Dialect, string>> = {
  proto3: 'syntax = "proto3";',
  proto2: 'syntax = "proto2";',
  "2023": 'edition = "2023";',
};

/** The proto text of an API with one resource, `Box`. */
export function printApi(api: Printed): string {
  const { packageName, dialect, hasVersions, types, isOld } = api;
  const messages = types.map((fields, index) => `message M${index} {\n${printFields(api, fields)}\n}`);
  const imports = ["timestamp", "wrappers", "struct", "duration"].map(
    (name) => `import "google/protobuf/${name}.proto";`,
  );
  const label = dialect === "proto2" ? "optional " : "";
  const request = `{ ${label}Metadata metadata = 1; ${label}M0 spec = 2; }`;
  const closed = dialect === "2023" ? "option features.enum_type = CLOSED; " : "";
  const tones = `TONE_LOW = 1; TONE_HIGH = 2;${isOld ? "" : " TONE_NEW = 3; TONE_MINUS = -7;"}`;
  return `${heads[dialect]}
package ${packageName};
import "chance/options.proto";
${imports.join("\n")}
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Look(GetBoxRequest) returns (Looked);
}
message Looked {}
message CreateBoxRequest ${request}
message GetBoxRequest { ${label}string id = 1; }
message UpdateBoxRequest ${request}
message Box { ${label}Metadata metadata = 1; ${label}M0 spec = 2; ${label}Status status = 3; }
message Status { ${label}string state = 1; }
message Metadata {
  ${label}string id = 1;
  ${label}string name = 2;
  map<string, string> labels = 3;${hasVersions ? `\n  ${label}int64 resource_version = 4;` : ""}${isOld ? "" : `\n  ${label}string owner = 5;`}
  ${label}string parent_id = 6;
}
enum Mode { MODE_UNSPECIFIED = 0; MODE_ONE = 1; MODE_MINUS = -1; }
${dialect === "proto3" ? "" : `enum Tone { ${closed}${tones} }`}
${messages.join("\n")}
`;
}

function printFields(api: Printed, fields: readonly FieldModel[]): string {
  const known = fields.filter(({ isRecent }) => !api.isOld || !isRecent);
  const members = known.filter(({ oneof }) => oneof !== undefined).map((field) => printField(api, field));
  const lines = known.filter(({ oneof }) => oneof === undefined).map((field) => printField(api, field));
  if (members.length > 0) lines.push(`oneof pick {\n${members.join("\n")}\n}`);
  return lines.join("\n");
}

function printField(api: Printed, field: FieldModel): string {
  const { type, name, number, behaviors, inside, isGroup } = field;
  const options = behaviors.map((one) => `(chance.field_behavior) = FIELD_BEHAVIOR_${one}`);
  if (api.dialect === "2023") options.push(...features(field));
  const suffix = options.length > 0 ? ` [${options.join(", ")}]` : "";
  const label = labelOf(api, field);
  if (!isGroup || inside === undefined || api.dialect !== "proto2")
    return `${label}${type} ${name} = ${number}${suffix};`;
  // A group of proto2 brings its type along, and is called by it.
  return `${label}group G${number} = ${number}${suffix} {\n${printFields(api, api.types[inside] ?? [])}\n}`;
}

function labelOf({ dialect }: Printed, { label, type, oneof }: FieldModel): string {
  const isSeveral = label === "repeated " || type.startsWith("map");
  if (dialect === "2023") return isSeveral ? label : "";
  if (dialect === "proto2" && label === "" && oneof === undefined && !isSeveral) return "optional ";
  return label;
}

/** What an edition says by features and other syntaxes by words. */
function features({ label, type, oneof, inside, isGroup }: FieldModel): string[] {
  const found: string[] = [];
  const isPlain = inside === undefined && !type.includes(".") && !type.startsWith("map") && type !== "Tone";
  if (label === "required ") found.push("features.field_presence = LEGACY_REQUIRED");
  // What other syntaxes call optional is what an edition has unless it says so.
  if (label === "" && isPlain && oneof === undefined) found.push("features.field_presence = IMPLICIT");
  if (isGroup) found.push("features.message_encoding = DELIMITED");
  return found;
}
