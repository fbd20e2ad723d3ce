import { FillPlace } from "../table/fill-place.js";
import type { MessageTable } from "../table/table.js";
import { byTypeName, type FromJsonOptions } from "./json-types.js";
import { readMessage } from "./message-reader.js";

/**
 * A message from proto3 JSON, such as `JSON.parse` gives: every field is there,
 * those that the JSON leaves out or has as null with their defaults. Fields may
 * have their JSON names or their proto names, numbers may be text.
 *
 * Throws a TypeError that names the place (`spec.cpu: an integer is needed, got
 * "four"`) for an unknown field, a wrong type, a number out of range, a field
 * or a oneof given twice; it never shows the value of a secret field.
 * See https://protobuf.dev/programming-guides/json/
 */
export function fromJson<T>(table: MessageTable<T>, json: unknown, options: FromJsonOptions = {}): T {
  const message = readMessage(table, json, {
    place: new FillPlace(table.typeName),
    anyTypes: byTypeName(options.anyTypes),
    skipsUnknown: options.ignoreUnknownFields ?? false,
    inside: readMessage,
    depth: 1,
  });
  // The reader makes what the table describes, and the table is T's.
  return message as T;
}
