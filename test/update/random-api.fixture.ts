import type { Dice } from "../mask/dice.fixture.js";

/** A field of a random message, as far as its proto text says. */
interface FieldModel {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  /** What holds several values, or tells absence from the default. */
  readonly label: "" | "optional " | "repeated ";
  readonly oneof: string | undefined;
  /** The message type inside. */
  readonly inside: number | undefined;
  /** Older versions of the API do not have it. */
  readonly isRecent: boolean;
  behaviors: string[];
}

/** An API in the shape of the convention, with one resource of random shape: proto text in two versions. */
export interface RandomApi {
  readonly packageName: string;
  readonly hasVersions: boolean;
  readonly newer: string;
  /** The same without its recent fields. */
  readonly older: string;
}

/** The options of these APIs, under names and numbers that no other API of this repository has. */
export const optionsProto = `syntax = "proto3";
package chance;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
extend google.protobuf.FieldOptions { repeated FieldBehavior field_behavior = 60002; }
enum FieldBehavior {
  FIELD_BEHAVIOR_UNSPECIFIED = 0;
  FIELD_BEHAVIOR_IMMUTABLE = 1;
  FIELD_BEHAVIOR_IDENTIFIER = 2;
  FIELD_BEHAVIOR_OUTPUT_ONLY = 3;
  FIELD_BEHAVIOR_INPUT_ONLY = 4;
}
`;

const typeCount = 5;
const scalars = ["string", "string", "int32", "int64", "bool", "bytes", "double", "Mode", "uint32"];
const wellKnown = ["Timestamp", "StringValue", "Int64Value", "Struct", "Duration", "Value"].map(
  (name) => `google.protobuf.${name}`,
);

/** A random API. A quarter of them may have INPUT_ONLY fields in list elements, a half has versions. */
export function randomApi(dice: Dice, number: number): RandomApi {
  const packageName = `chance${number}.v1`;
  const hasVersions = number % 2 === 0;
  const types = Array.from({ length: typeCount }, (_, index) => randomFields(dice, index));
  const inLists = typesInLists(types);
  for (const [index, fields] of types.entries()) {
    const mayHide = number % 4 === 1 || !inLists.has(index);
    for (const field of fields) field.behaviors = randomBehaviors(dice, field, mayHide, inLists.has(index));
  }
  const print = (isOld: boolean): string => printApi({ packageName, hasVersions, types, isOld });
  return { packageName, hasVersions, newer: print(false), older: print(true) };
}

function randomFields(dice: Dice, own: number): FieldModel[] {
  const count = 5 + dice.roll(own === 0 ? 6 : 4);
  const fields = Array.from({ length: count }, (_, index) => randomField(dice, own, index + 1, undefined));
  if (dice.chance(own === 0 ? 90 : 45)) {
    const members = 2 + dice.roll(3);
    for (let index = 0; index < members; index++) {
      const field = randomField(dice, own, 20 + index, "pick");
      fields.push(index === 0 ? { ...field, isRecent: false } : field);
    }
  }
  return fields;
}

function randomField(dice: Dice, own: number, number: number, oneof: string | undefined): FieldModel {
  const isRecent = number > 2 && dice.chance(28);
  const name = `${oneof === undefined ? "f" : "m"}${number}`;
  const form = dice.roll(100);
  // Deeper types hold the others, and now and then one that holds itself.
  const isDeep = own < typeCount - 1;
  const inside = isDeep && form >= 40 && form < 92 ? nextType(dice, own) : undefined;
  const type =
    inside !== undefined ? `M${inside}` : dice.chance(14) ? dice.pick(wellKnown) : dice.pick(scalars);
  const common = { name, number, oneof, isRecent, inside, behaviors: [] };
  if (oneof !== undefined) return { ...common, type, label: "" };
  if (form >= 58 && form < 76) return { ...common, type, label: "repeated " };
  if (form >= 76 && form < 90) {
    const key = dice.pick(["string", "string", "int32", "int64", "bool"]);
    return { ...common, type: `map<${key}, ${type}>`, label: "" };
  }
  return { ...common, type, label: inside === undefined && dice.chance(18) ? "optional " : "" };
}

function nextType(dice: Dice, own: number): number {
  return dice.chance(7) ? own : own + 1 + dice.roll(Math.min(2, typeCount - 1 - own));
}

/** The types of which messages may stand below the element of a list. */
function typesInLists(types: readonly (readonly FieldModel[])[]): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (index: number): void => {
    if (found.has(index)) return;
    found.add(index);
    for (const { inside } of types[index] ?? []) if (inside !== undefined) add(inside);
  };
  for (const { label, inside } of types.flat())
    if (label === "repeated " && inside !== undefined) add(inside);
  return found;
}

function randomBehaviors(dice: Dice, field: FieldModel, mayHide: boolean, isInList: boolean): string[] {
  if (!dice.chance(mayHide && isInList ? 14 : 22)) return [];
  const roll = dice.roll(100);
  const isPlain = field.inside === undefined && field.label === "" && !field.type.startsWith("map");
  // What the server keeps in a oneof decides for the other members too; the kept cases of the engine hold that.
  if (field.oneof !== undefined) return mayHide && roll < 40 ? ["INPUT_ONLY"] : [];
  if (roll < 40) return mayHide && (isPlain || dice.chance(30)) ? ["INPUT_ONLY"] : [];
  if (roll < 65) return ["OUTPUT_ONLY"];
  if (roll < 88) return ["IMMUTABLE"];
  return isPlain && ["string", "int64"].includes(field.type) ? ["IDENTIFIER"] : [];
}

interface Printed {
  readonly packageName: string;
  readonly hasVersions: boolean;
  readonly types: readonly (readonly FieldModel[])[];
  readonly isOld: boolean;
}

function printApi({ packageName, hasVersions, types, isOld }: Printed): string {
  const messages = types.map((fields, index) => printMessage(`M${index}`, fields, isOld));
  const imports = ["timestamp", "wrappers", "struct", "duration"].map(
    (name) => `import "google/protobuf/${name}.proto";`,
  );
  return `syntax = "proto3";
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
message CreateBoxRequest { Metadata metadata = 1; M0 spec = 2; }
message GetBoxRequest { string id = 1; }
message UpdateBoxRequest { Metadata metadata = 1; M0 spec = 2; }
message Box { Metadata metadata = 1; M0 spec = 2; Status status = 3; }
message Status { string state = 1; }
message Metadata {
  string id = 1;
  string name = 2;
  map<string, string> labels = 3;${hasVersions ? "\n  int64 resource_version = 4;" : ""}${isOld ? "" : "\n  string owner = 5;"}
  string parent_id = 6;
}
enum Mode { MODE_UNSPECIFIED = 0; MODE_ONE = 1; MODE_MINUS = -1; }
${messages.join("\n")}
`;
}

function printMessage(name: string, fields: readonly FieldModel[], isOld: boolean): string {
  const known = fields.filter(({ isRecent }) => !isOld || !isRecent);
  const members = known.filter(({ oneof }) => oneof !== undefined).map((field) => `  ${printField(field)}`);
  const lines = known.filter(({ oneof }) => oneof === undefined).map(printField);
  if (members.length > 0) lines.push(`oneof pick {\n${members.join("\n")}\n  }`);
  return `message ${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
}

function printField({ label, type, name, number, behaviors }: FieldModel): string {
  const options = behaviors.map((one) => `(chance.field_behavior) = FIELD_BEHAVIOR_${one}`);
  return `${label}${type} ${name} = ${number}${options.length > 0 ? ` [${options.join(", ")}]` : ""};`;
}
