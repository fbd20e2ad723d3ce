/**
 * The room of fields as masks see them: which fields of a message a mask reaches into, and which of
 * them no response shows.
 *
 * @module
 */
import { readField, type Properties } from "../../table/field-access.js";
import { entriesOf } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";

/**
 * The table of values that are structures: messages with fields of the API's
 * own. The types of `google.protobuf` are values as a scalar is one, which
 * somebody sets as a whole.
 */
export function structureOf(type: ValueType): MessageTable | undefined {
  if (type.kind !== "message" || type.table.typeName.startsWith("google.protobuf.")) return undefined;
  return type.table;
}

/** The table of a field that holds one structure. */
export function singleStructure({ shape }: Field): MessageTable | undefined {
  return shape.kind === "single" ? structureOf(shape.type) : undefined;
}

/**
 * The table of a field whose structure a server merges with the one that it has, so that a request may have a part of
 * it. All else takes the place of what was there, to one server or another: elements, values of maps, members of
 * oneofs, and groups, which end by a tag on the wire.
 */
export function mergedStructure({ shape, oneof, wire }: Field): MessageTable | undefined {
  return shape.kind === "single" && !oneof && wire !== "group" ? structureOf(shape.type) : undefined;
}

/** One message that a field holds, with the index or key that it has in a list or a map. */
type HeldMessage = readonly [key: string | undefined, message: Properties];

/** The messages that a field of structures holds in one message. */
export function heldMessages(message: Properties, field: Field): HeldMessage[] {
  const value = readField(message, field);
  if (value === undefined || value === null) return [];
  // The table says that the values are messages, so that is what they are.
  if (field.shape.kind === "single") return [[undefined, value as Properties]];
  return entriesOf(value) as [key: string, message: Properties][];
}

/** Whether a field of the wanted kind lies in a type or in those that it leads to; types may hold themselves. */
export function isReached(
  table: MessageTable,
  isWanted: (field: Field) => boolean,
  leadsTo: (field: Field) => MessageTable | undefined,
  seen: Set<MessageTable> = new Set(),
): boolean {
  if (seen.has(table)) return false;
  seen.add(table);
  return table.fields.some((field) => {
    if (isWanted(field)) return true;
    const inside = leadsTo(field);
    return inside !== undefined && isReached(inside, isWanted, leadsTo, seen);
  });
}

/** Whether a message may hold a group that some server takes for a scalar, at any depth. */
export function holdsGroup(table: MessageTable): boolean {
  return isReached(
    table,
    ({ shape, wire }) => wire === "group" && shape.kind === "single",
    ({ shape }) => structureOf(shape.type),
  );
}
