import type { Dice } from "../mask/dice.fixture.js";
import { printApi } from "./proto-text.fixture.js";

/** A field of a random message, as far as its proto text says. */
export interface FieldModel {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  /** What holds several values, or tells absence from the default. */
  readonly label: "" | "optional " | "repeated " | "required ";
  /** Its message ends by a tag: a group of proto2, DELIMITED of an edition. */
  readonly isGroup: boolean;
  readonly oneof: string | undefined;
  /** The message type inside. */
  readonly inside: number | undefined;
  /** Older versions of the API do not have it. */
  readonly isRecent: boolean;
  behaviors: string[];
}

/** What its protos are written in. Enums are open in proto3 alone. */
export type Dialect = "proto3" | "proto2" | "2023";

/** An API in the shape of the convention, with one resource of random shape: proto text in two versions. */
export interface RandomApi {
  readonly packageName: string;
  readonly dialect: Dialect;
  readonly hasVersions: boolean;
  /** An old server cannot read the messages of a new client: a required enum has gained a value. */
  readonly breaksOldServers: boolean;
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
/** Where enums may be closed, half of them are, and gain values. */
const closedScalars = [...scalars, "Tone", "Tone", "Tone"];
const wellKnown = ["Timestamp", "StringValue", "Int64Value", "Struct", "Duration", "Value"].map(
  (name) => `google.protobuf.${name}`,
);

/** A random API. A quarter of them may have INPUT_ONLY fields in list elements, a half has versions. */
export function randomApi(dice: Dice, number: number, dialect: Dialect): RandomApi {
  const packageName = `chance${number}.v1`;
  const hasVersions = number % 2 === 0;
  const types = Array.from({ length: typeCount }, (_, index) =>
    randomFields(dice, index, dialect === "proto3" ? scalars : closedScalars).map((field) =>
      withOddForms(dice, field, index, dialect),
    ),
  );
  const inLists = typesInLists(types);
  for (const [index, fields] of types.entries()) {
    const mayHide = number % 4 === 1 || !inLists.has(index);
    for (const field of fields) field.behaviors = randomBehaviors(dice, field, mayHide, inLists.has(index));
  }
  const print = (isOld: boolean): string => printApi({ packageName, dialect, hasVersions, types, isOld });
  const breaksOldServers = types.flat().some(({ label, type }) => label === "required " && type === "Tone");
  return { packageName, dialect, hasVersions, breaksOldServers, newer: print(false), older: print(true) };
}

function randomFields(dice: Dice, own: number, plain: readonly string[]): FieldModel[] {
  const count = 5 + dice.roll(own === 0 ? 6 : 4);
  const fields = Array.from({ length: count }, (_, index) =>
    randomField(dice, own, { number: index + 1, plain }),
  );
  if (dice.chance(own === 0 ? 90 : 45)) {
    const members = 2 + dice.roll(3);
    for (let index = 0; index < members; index++) {
      const field = randomField(dice, own, { number: 20 + index, plain, oneof: "pick" });
      fields.push(index === 0 ? { ...field, isRecent: false } : field);
    }
  }
  return fields;
}

/** Where a field is to be, and which scalars it may hold. */
interface Slot {
  readonly number: number;
  readonly plain: readonly string[];
  readonly oneof?: string;
}

function randomField(dice: Dice, own: number, { number, plain, oneof }: Slot): FieldModel {
  const isRecent = number > 2 && dice.chance(28);
  const name = `${oneof === undefined ? "f" : "m"}${number}`;
  const form = dice.roll(100);
  // Deeper types hold the others, and now and then one that holds itself.
  const isDeep = own < typeCount - 1;
  const inside = isDeep && form >= 40 && form < 92 ? nextType(dice, own) : undefined;
  const type =
    inside !== undefined ? `M${inside}` : dice.chance(14) ? dice.pick(wellKnown) : dice.pick(plain);
  const common = { name, number, oneof, isRecent, inside, isGroup: false, behaviors: [] };
  if (oneof !== undefined) return { ...common, type, label: "" };
  if (form >= 58 && form < 76) return { ...common, type, label: "repeated " };
  if (form >= 76 && form < 90) {
    const key = dice.pick(["string", "string", "int32", "int64", "bool"]);
    return { ...common, type: `map<${key}, ${type}>`, label: "" };
  }
  return { ...common, type, label: inside === undefined && dice.chance(18) ? "optional " : "" };
}

/** What proto3 has not: required fields, and groups. Neither may hold its own type, in which no message would end. */
function withOddForms(dice: Dice, field: FieldModel, own: number, dialect: Dialect): FieldModel {
  const { label, type, oneof, inside, isRecent } = field;
  if (dialect === "proto3" || inside === own || type.startsWith("map")) return field;
  const isGroup = inside !== undefined && (dialect === "2023" || oneof === undefined) && dice.chance(30);
  const mayRequire = label !== "repeated " && oneof === undefined && !isRecent;
  return { ...field, isGroup, label: mayRequire && dice.chance(15) ? "required " : label };
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
  if (field.label === "required " || !dice.chance(mayHide && isInList ? 14 : 22)) return [];
  const roll = dice.roll(100);
  const isPlain = field.inside === undefined && field.label === "" && !field.type.startsWith("map");
  // What the server keeps in a oneof decides for the other members too; the kept cases of the engine hold that.
  if (field.oneof !== undefined) return mayHide && roll < 40 ? ["INPUT_ONLY"] : [];
  if (roll < 40) return mayHide && (isPlain || dice.chance(30)) ? ["INPUT_ONLY"] : [];
  if (roll < 65) return ["OUTPUT_ONLY"];
  if (roll < 88) return ["IMMUTABLE"];
  return isPlain && ["string", "int64"].includes(field.type) ? ["IDENTIFIER"] : [];
}
