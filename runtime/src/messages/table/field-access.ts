import { hasEntries, toMap } from "./map-form.js";
import { scalarDefault, isDefault } from "./scalar-default.js";
import type { Field, MessageTable, ValueType } from "./table.js";

/** A message of generated code, seen by property. */
export type Properties = { [property: string]: unknown };

/** Whether a value has properties. It may or may not be a message. */
export function isRecord(value: unknown): value is Properties {
  return typeof value === "object" && value !== null;
}

/** Reads a property; undefined if the value is not an object. */
export function readProperty(message: unknown, property: string): unknown {
  return isRecord(message) ? message[property] : undefined;
}

/** Returns the property of a field by its proto name; the name itself for an unknown field. */
export function localName(table: MessageTable, name: string): string {
  return table.byName.get(name)?.local ?? name;
}

/** Reads a field by its proto name; undefined if it is absent or another member of its oneof is set. */
export function readNamed(table: MessageTable, message: unknown, name: string): unknown {
  const field = table.byName.get(name);
  if (!field || !isRecord(message)) return readProperty(message, name);
  return readField(message, field);
}

/** Returns the property of a field, or that of its oneof. */
export function propertyName({ oneof, local }: Field): string {
  return oneof?.local ?? local;
}

/** A oneof that is set. */
interface Member {
  readonly $case: string;
  readonly value: unknown;
}

/** Reads a field; undefined for a member of a oneof that is not set. */
export function readField(message: Properties, field: Field): unknown {
  if (!field.oneof) return message[field.local];
  const member = oneofMember(message, field.oneof.local);
  return member?.$case === field.local ? member.value : undefined;
}

/** Sets a field. A member of a oneof replaces the member that was set. */
export function writeField(message: Properties, field: Field, value: unknown): void {
  if (field.oneof) message[field.oneof.local] = { $case: field.local, value };
  else message[field.local] = value;
}

/** Clears a field to its value in an empty message. */
export function clearField(message: Properties, field: Field): void {
  if (!field.oneof) message[field.local] = emptyValue(field);
  else if (oneofMember(message, field.oneof.local)?.$case === field.local)
    message[field.oneof.local] = undefined;
}

/** Whether the codec serializes the field, so that a receiver sees it. */
export function isSerialized(message: Properties, field: Field): boolean {
  if (field.oneof) return oneofMember(message, field.oneof.local)?.$case === field.local;
  return isSerializedValue(field, message[field.local]);
}

/** Whether the codec serializes a value of a field outside oneofs. */
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

/** Whether a value is -0, which is serialized for `float` and `double` although it equals the default. */
function isNegativeZero({ shape: { type } }: Field, value: unknown): boolean {
  return Object.is(value, -0) && type.kind === "scalar" && /^(double|float)$/.test(type.scalar);
}

/** Creates the value of a field in an empty message. */
export function emptyValue(field: Field): unknown {
  if (field.shape.kind === "list") return [];
  if (field.shape.kind === "map") return toMap(field.shape.key, []);
  return field.hasPresence || field.oneof ? undefined : scalarDefault(field.shape.type);
}

/** Whether the field's values are scalars or enums. */
export function isScalar(field: Field): boolean {
  return isScalarType(field.shape.type);
}

/** Whether a type is a scalar or an enum. */
export function isScalarType({ kind }: ValueType): boolean {
  return kind === "scalar" || kind === "enum";
}

function oneofMember(message: Properties, local: string): Member | undefined {
  // By the table, the property is a oneof.
  return message[local] as Member | undefined;
}
