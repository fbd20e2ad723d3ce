import { FillPlace } from "../table/fill-place.js";
import type { MessageTable } from "../table/table.js";
import { byTypeName, type ToJsonOptions } from "./json-types.js";
import type { JsonValue } from "./json-value.js";
import { writeMessage } from "./message-writer.js";

/**
 * A message as proto3 JSON: an object for most types, ready for
 * `JSON.stringify`. Names are the proto's JSON names, 64-bit integers text,
 * bytes base64, enums names, timestamps RFC 3339; defaults are left out, and so
 * are fields that the SDK does not know. `{ redact: true }` hides secrets.
 *
 * Throws a TypeError that names the place for what JSON cannot hold: a
 * timestamp outside the years 1 to 9999, NaN in a Struct, a number out of range.
 * See https://protobuf.dev/programming-guides/json/
 */
export function toJson<T>(
  table: MessageTable<T>,
  message: NoInfer<T>,
  options: ToJsonOptions = {},
): JsonValue {
  return write(table, message, options, false);
}

/** The same for errors and logs: secrets hidden, bytes counted, and what JSON cannot hold said in words. */
export function toReport(table: MessageTable, message: unknown, options: ToJsonOptions = {}): JsonValue {
  try {
    return write(table, message, { ...options, redact: true }, true);
  } catch (error) {
    // A report of a failure must not fail itself.
    return `(${error instanceof Error ? error.message : table.typeName})`;
  }
}

function write(table: MessageTable, message: unknown, options: ToJsonOptions, isReport: boolean): JsonValue {
  return writeMessage(table, message, {
    place: new FillPlace(table.typeName),
    anyTypes: byTypeName(options.anyTypes),
    isRedacted: options.redact ?? false,
    isReport,
    inside: writeMessage,
    depth: 1,
  });
}
