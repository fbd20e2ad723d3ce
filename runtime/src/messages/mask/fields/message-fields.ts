/**
 * The fields of a message as masks see them: which fields a mask can lead into, and which no response shows.
 *
 * @module
 */
import { readField, type Properties } from "../../table/field-access.js";
import { listEntries } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";

/**
 * Returns the table of a structure: a message type of the API, whose fields a mask can name. Undefined for scalars and
 * for the types of `google.protobuf`, which are set as a whole.
 */
export function structureTable(type: ValueType): MessageTable | undefined {
  if (type.kind !== "message" || type.table.typeName.startsWith("google.protobuf.")) return undefined;
  return type.table;
}

/** Returns the table of a single structure. */
export function singleStructure({ shape }: Field): MessageTable | undefined {
  return shape.kind === "single" ? structureTable(shape.type) : undefined;
}

/**
 * Returns the table of a plain structure, which every server merges with the old one, so that a request may carry a part
 * of it. Some servers replace everything else: elements, map values, members of oneofs, and groups, which end by a tag on
 * the wire.
 */
export function mergedTable({ shape, oneof, wire }: Field): MessageTable | undefined {
  return shape.kind === "single" && !oneof && wire !== "group" ? structureTable(shape.type) : undefined;
}

/** A message in a field, with its index or key in a list or a map. */
type KeyedMessage = readonly [key: string | undefined, message: Properties];

/** Lists the messages in a field of structures. */
export function listMessages(message: Properties, field: Field): KeyedMessage[] {
  const value = readField(message, field);
  if (value === undefined || value === null) return [];
  // By the table, the values are messages.
  if (field.shape.kind === "single") return [[undefined, value as Properties]];
  return listEntries(value) as [key: string, message: Properties][];
}

/** Whether a type, or one that it leads to, has a wanted field. A type may contain itself. */
export function reachesField(
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
    return inside !== undefined && reachesField(inside, isWanted, leadsTo, seen);
  });
}

/** Whether a type has groups at any depth. Some servers treat a group like a scalar. */
export function containsGroup(table: MessageTable): boolean {
  return reachesField(
    table,
    ({ shape, wire }) => wire === "group" && shape.kind === "single",
    ({ shape }) => structureTable(shape.type),
  );
}
