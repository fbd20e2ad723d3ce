import { readField, type Properties } from "../table/field-access.js";
import { entriesOf } from "../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";

/**
 * The table of values that are structures: messages with fields of the API's
 * own. The types of `google.protobuf` are values as a scalar is one, which
 * somebody sets as a whole.
 */
export function structureOf(type: ValueType): MessageTable | undefined {
  if (type.kind !== "message" || type.table.typeName.startsWith("google.protobuf.")) return undefined;
  return type.table;
}

/** One message that a field holds, with the index or key under which it stands in a list or a map. */
export type HeldMessage = readonly [key: string | undefined, message: Properties];

/** The messages that a field of structures holds in one message. */
export function heldMessages(message: Properties, field: Field): HeldMessage[] {
  const value = readField(message, field);
  if (value === undefined || value === null) return [];
  // The table says that the values are messages, so that is what they are.
  switch (field.shape.kind) {
    case "single":
      return [[undefined, value as Properties]];
    case "list":
      return (value as Properties[]).map((one, index) => [String(index), one]);
    case "map":
      return entriesOf(value).map(([key, one]) => [key, one as Properties]);
  }
}
