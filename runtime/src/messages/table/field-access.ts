import { hasEntries, mapFrom } from "./map-form.js";
import { scalarDefault, isDefault } from "./scalar-default.js";
import type { Field, MessageTable } from "./table.js";

/** A message of generated code, seen by property. */
export type Properties = { [property: string]: unknown };

/** Whether a value has properties. Whether it is a message of some type is not known by that. */
export function isRecord(value: unknown): value is Properties {
  return typeof value === "object" && value !== null;
}

/** A property of what should be a message; undefined if it is not an object. */
export function readProperty(message: unknown, property: string): unknown {
  return isRecord(message) ? message[property] : undefined;
}

/** The property of the field with a proto name; the name itself if there is no such field. */
export function localName(table: MessageTable, name: string): string {
  return table.byName.get(name)?.local ?? name;
}

/** The value of the field with a proto name; undefined if it is absent or another member of its oneof is set. */
export function readNamed(table: MessageTable, message: unknown, name: string): unknown {
  const field = table.byName.get(name);
  if (!field || !isRecord(message)) return readProperty(message, name);
  return readField(message, field);
}

/** The property that a field is kept in: that of its oneof if it is a member of one. */
export function propertyName({ oneof, local }: Field): string {
  return oneof?.local ?? local;
}

/** How a set member of a oneof is kept. */
interface Member {
  readonly $case: string;
  readonly value: unknown;
}

/** The value of a field as the message keeps it; undefined for a oneof member that is not set. */
export function readField(message: Properties, field: Field): unknown {
  if (!field.oneof) return message[field.local];
  const member = oneofMember(message, field.oneof.local);
  return member?.$case === field.local ? member.value : undefined;
}

/** Sets a field; a member of a oneof takes the place of the member that was set. */
export function writeField(message: Properties, field: Field, value: unknown): void {
  if (field.oneof) message[field.oneof.local] = { $case: field.local, value };
  else message[field.local] = value;
}

/** Makes a field what it is in an empty message. A member of a oneof that is not set stays so. */
export function clearField(message: Properties, field: Field): void {
  if (!field.oneof) message[field.local] = emptyValue(field);
  else if (oneofMember(message, field.oneof.local)?.$case === field.local)
    message[field.oneof.local] = undefined;
}

/** Whether the codec writes something for the field that the receiver will see. */
export function isSerialized(message: Properties, field: Field): boolean {
  if (field.oneof) return oneofMember(message, field.oneof.local)?.$case === field.local;
  return isSerializedValue(field, message[field.local]);
}

/** The same of a value of a field outside oneofs. */
export function isSerializedValue(field: Field, value: unknown): boolean {
  if (value === undefined) return false;
  switch (field.shape.kind) {
    case "list":
      return Array.isArray(value) && value.length > 0;
    case "map":
      return hasEntries(value);
    case "single":
      return (
        field.hasPresence ||
        !isScalar(field) ||
        !isDefault(field.shape.type, value) ||
        isNegativeZero(field, value)
      );
  }
}

/** -0, which is a value of a `float` and a `double`, though it equals the default. */
function isNegativeZero({ shape: { type } }: Field, value: unknown): boolean {
  return Object.is(value, -0) && type.kind === "scalar" && /^(double|float)$/.test(type.scalar);
}

/** The field's value in an empty message, made anew. */
export function emptyValue(field: Field): unknown {
  if (field.shape.kind === "list") return [];
  if (field.shape.kind === "map") return mapFrom(field.shape.key, []);
  return field.hasPresence || field.oneof ? undefined : scalarDefault(field.shape.type);
}

/** Whether the field's values are scalars or enums. */
export function isScalar(field: Field): boolean {
  const { kind } = field.shape.type;
  return kind === "scalar" || kind === "enum";
}

function oneofMember(message: Properties, local: string): Member | undefined {
  // The table says that the property is a oneof, so that is what it holds.
  return message[local] as Member | undefined;
}
