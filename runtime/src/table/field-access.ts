import { entriesOf, mapFrom } from "./map-form.js";
import { defaultOf, isDefault } from "./scalar-default.js";
import type { Field } from "./table.js";

/** A message of generated code, seen by property. */
export type Properties = { [property: string]: unknown };

/** How a set member of a oneof is kept. */
interface Member {
  readonly $case: string;
  readonly value: unknown;
}

/** The value of a field as the message keeps it; undefined for a oneof member that is not set. */
export function readField(message: Properties, field: Field): unknown {
  if (!field.oneof) return message[field.local];
  const member = memberOf(message, field.oneof.local);
  return member?.$case === field.local ? member.value : undefined;
}

/** Sets a field; a member of a oneof takes the place of the member that was set. */
export function writeField(message: Properties, field: Field, value: unknown): void {
  if (field.oneof) message[field.oneof.local] = { $case: field.local, value };
  else message[field.local] = value;
}

/** Makes a field what it is in an empty message. A member of a oneof that is not set stays so. */
export function clearField(message: Properties, field: Field): void {
  if (!field.oneof) message[field.local] = emptyOf(field);
  else if (memberOf(message, field.oneof.local)?.$case === field.local)
    message[field.oneof.local] = undefined;
}

/** Whether the codec writes something for the field that the receiver will see. */
export function isCarried(message: Properties, field: Field): boolean {
  if (field.oneof) return memberOf(message, field.oneof.local)?.$case === field.local;
  const value = message[field.local];
  if (value === undefined) return false;
  switch (field.shape.kind) {
    case "list":
      return Array.isArray(value) && value.length > 0;
    case "map":
      return entriesOf(value).length > 0;
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
export function emptyOf(field: Field): unknown {
  if (field.shape.kind === "list") return [];
  if (field.shape.kind === "map") return mapFrom(field.shape.key, []);
  return field.hasPresence || field.oneof ? undefined : defaultOf(field.shape.type);
}

/** Whether the field's values are scalars or enums. */
export function isScalar(field: Field): boolean {
  const { kind } = field.shape.type;
  return kind === "scalar" || kind === "enum";
}

function memberOf(message: Properties, local: string): Member | undefined {
  // The table says that the property is a oneof, so that is what it holds.
  return message[local] as Member | undefined;
}
