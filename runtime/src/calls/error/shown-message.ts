import {
  type AnyType,
  type FindType,
  createTypeFinder,
  parseTypeUrl,
} from "../../messages/json/any-types.js";
import { formatDuration, formatFieldMask, formatTimestamp } from "../../messages/json/special-form-text.js";
import { isSerialized, isRecord, type Properties, readField } from "../../messages/table/field-access.js";
import type { JsonObject, JsonValue } from "../../messages/table/json-value.js";
import { hasCodec } from "../../messages/table/known-types.js";
import { mapEntries } from "../../messages/table/map-form.js";
import { setProperty } from "../../messages/table/set-property.js";
import type { Field, MessageTable, ValueType } from "../../messages/table/table.js";
import { hidden, showText } from "../../base/text/secret-text.js";

/** The context of a nested message. */
interface Place {
  readonly findType: FindType;
  readonly depth: number;
}

/**
 * Converts a message for logs, like its proto3 JSON. Fields marked `sensitive`, `credentials` or `debug_redact` are hidden, bytes
 * are counted, and defaults are omitted. Long texts, long lists and deep messages are shortened. An Any shows its
 * fields if `anyTypes` has its type. It never throws, because it is part of error reports. It is separate from the
 * JSON writer because every page loads it.
 */
export function showMessage(
  table: MessageTable,
  message: unknown,
  anyTypes: readonly AnyType[] = [],
): JsonValue {
  return showFields(table, message, { findType: createTypeFinder(anyTypes), depth: 0 });
}

const depthLimit = 12;
const lengthLimit = 50;
const textLimit = 500;

function showFields(table: MessageTable, message: unknown, place: Place): JsonValue {
  if (!isRecord(message)) return `(not a message of the type ${table.typeName})`;
  const text = timeText(table, message);
  if (text !== undefined) return text;
  if (table.typeName === "google.protobuf.Any") return showAny(message, place);
  const carried = table.fields.filter((field) => isSerialized(message, field));
  return showAll(
    carried.map((field) => [field.json, field]),
    place,
    (field, inner) => (field.isSecret ? hidden : showField(field, readField(message, field), inner)),
  );
}

/** Formats a timestamp or duration as JSON; undefined for all other messages and for values out of range. */
function timeText({ typeName }: MessageTable, { seconds, nanos }: Properties): string | undefined {
  if (typeof seconds !== "bigint" || typeof nanos !== "number") return undefined;
  if (typeName === "google.protobuf.Timestamp") return formatTimestamp({ seconds, nanos });
  return typeName === "google.protobuf.Duration" ? formatDuration({ seconds, nanos }) : undefined;
}

/** Converts an Any. Bytes of unknown types are hidden, because they may contain a secret. */
function showAny({ typeUrl, value, _json: kept }: Properties, place: Place): JsonValue {
  const type = kept === undefined ? place.findType(parseTypeUrl(String(typeUrl)) ?? "") : undefined;
  let shown: JsonValue = hidden;
  try {
    if (type && hasCodec(type) && value instanceof Uint8Array)
      shown = showFields(type, type.decode(value), place);
  } catch {
    // The bytes are of another type.
  }
  const fields = isRecord(shown) && !Array.isArray(shown) ? shown : { value: shown };
  return { "@type": showText(String(typeUrl), textLimit), ...fields };
}

function showField({ shape }: Field, value: unknown, place: Place): JsonValue {
  const show = (one: unknown, inner: Place): JsonValue => showValue(shape.type, one, inner);
  if (shape.kind === "single") return show(value, place);
  if (shape.kind === "map") return showAll(mapEntries(value), place, show);
  return showList(value, place, show);
}

function showValue(type: ValueType, value: unknown, place: Place): JsonValue {
  if (type.kind === "message") return showFields(type.table, value, place);
  if (type.kind === "enum") {
    const name = Object.keys(type.values).find((one) => type.values[one] === value);
    return name ?? showPlain(value, place);
  }
  const isMask = type.kind === "wellKnown" && type.name === "google.protobuf.FieldMask";
  return showPlain(isMask && Array.isArray(value) ? (formatFieldMask(value) ?? value) : value, place);
}

/** A scalar, or what a well-known type is in TypeScript. */
function showPlain(value: unknown, place: Place): JsonValue {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return showList(value, place, showPlain);
  if (isRecord(value)) return showAll(Object.entries(value), place, showPlain);
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return value as JsonValue;
  return showText(String(value), textLimit);
}

function showList(list: unknown, place: Place, show: (one: unknown, place: Place) => JsonValue): JsonValue {
  if (place.depth > depthLimit) return "...";
  if (!Array.isArray(list)) return showPlain(list, place);
  const inner = { ...place, depth: place.depth + 1 };
  const shown = list.slice(0, lengthLimit).map((one) => show(one, inner));
  return list.length > lengthLimit ? [...shown, `... (${list.length - lengthLimit} more)`] : shown;
}

function showAll<Value>(
  entries: readonly (readonly [name: string, value: Value])[],
  place: Place,
  show: (value: Value, place: Place) => JsonValue,
): JsonValue {
  if (place.depth > depthLimit) return "...";
  const inner = { ...place, depth: place.depth + 1 };
  const shown: JsonObject = {};
  for (const [name, value] of entries.slice(0, lengthLimit))
    setProperty(shown, showText(name, textLimit), show(value, inner));
  if (entries.length > lengthLimit) shown["..."] = `${entries.length - lengthLimit} more`;
  return shown;
}
