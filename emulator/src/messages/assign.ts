/** Writes fields of dynamic messages by name. This folder also reads them and redacts secrets. */
import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  isMessage,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { findValue } from "@stratus/convention";

/** A value for a field. A Date sets a Timestamp, and a string sets the enum value whose name ends in it. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | Date
  | Message
  | readonly FieldValue[]
  | FieldValues;

/** Values of fields by proto name. An undefined value leaves its field unchanged. */
export interface FieldValues {
  readonly [name: string]: FieldValue | undefined;
}

/** Creates a message with the values that its fields can have. */
export function build(desc: DescMessage, values: FieldValues): ReflectMessage {
  const message = reflect(desc, create(desc));
  assign(message, values);
  return message;
}

/**
 * Writes values into a message. Values without a field of their name and type are omitted, because APIs agree in the meaning of
 * names, but not in the set of fields.
 */
export function assign(message: ReflectMessage, values: FieldValues): void {
  for (const field of message.fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value !== undefined) assignField(message, field, value);
  }
}

function assignField(message: ReflectMessage, field: DescField, value: FieldValue): void {
  switch (field.fieldKind) {
    case "list":
      assignList(message, field, value);
      return;
    case "map":
      assignMap(message, field, value);
      return;
    default: {
      const single = singleValue(field, value);
      if (single !== undefined) message.set(field, single);
    }
  }
}

function assignList(
  message: ReflectMessage,
  field: DescField & { fieldKind: "list" },
  value: FieldValue,
): void {
  if (!Array.isArray(value)) return;
  const list = message.get(field);
  list.clear();
  for (const item of value as readonly FieldValue[]) {
    const single = singleValue(field, item);
    if (single !== undefined) list.add(single);
  }
}

function assignMap(
  message: ReflectMessage,
  field: DescField & { fieldKind: "map" },
  value: FieldValue,
): void {
  if (!isFieldValues(value) || field.mapKey !== ScalarType.STRING) return;
  const map = message.get(field);
  map.clear();
  for (const [key, item] of Object.entries(value)) {
    const single = item === undefined ? undefined : singleValue(field, item);
    if (single !== undefined) map.set(key, single);
  }
}

/** Converts a value for `ReflectMessage.set`. Returns undefined if the field cannot have the value. */
function singleValue(field: DescField, value: FieldValue): unknown {
  if (field.enum !== undefined) return enumNumber(field.enum, value);
  if (field.message !== undefined) return messageValue(field.message, value);
  return scalarValue(field.scalar, value);
}

function enumNumber(type: DescEnum, value: FieldValue): number | undefined {
  return typeof value === "number" ? value : findValue(type, String(value))?.number;
}

function messageValue(desc: DescMessage, value: FieldValue): ReflectMessage | undefined {
  if (isMessage(value)) return value.$typeName === desc.typeName ? reflect(desc, value) : undefined;
  if (value instanceof Date) return messageValue(desc, timestampFromDate(value));
  return isFieldValues(value) ? build(desc, value) : undefined;
}

function scalarValue(scalar: ScalarType, value: FieldValue): unknown {
  switch (scalar) {
    case ScalarType.STRING:
      return typeof value === "string" ? value : integer(value)?.toString();
    case ScalarType.BOOL:
      return typeof value === "boolean" ? value : undefined;
    case ScalarType.BYTES:
      return value instanceof Uint8Array ? value : undefined;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return typeof value === "number" ? value : undefined;
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32: {
      const whole = integer(value);
      return whole === undefined ? undefined : Number(whole);
    }
    default:
      return integer(value);
  }
}

function integer(value: FieldValue): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
}

function isFieldValues(value: FieldValue): value is FieldValues {
  return (
    typeof value === "object" &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof Date) &&
    !isMessage(value)
  );
}
