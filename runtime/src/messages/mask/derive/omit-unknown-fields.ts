import { isSerialized, readField, writeField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { mergedTable } from "../fields/message-fields.js";

/**
 * Omits the unknown fields of plain structures from the request of an Update. A server keeps what a request neither
 * carries nor names (conventions, section 4). Sent back as they were read, they would undo what a newer client has
 * written in the meantime. Elements of lists, values of maps, members of oneofs and groups keep theirs, because a
 * server replaces them. The given request is not changed.
 */
export function omitUnknownFields<T extends object>(table: MessageTable<T>, request: T): T {
  // What remains of a message is one of its type.
  return omitFrom(table, request as Properties) as T;
}

function omitFrom(table: MessageTable, message: Properties): Properties {
  let known = message;
  if (message["_unknownFields"] !== undefined) {
    known = { ...message };
    delete known["_unknownFields"];
  }
  for (const field of table.fields) {
    const inside = mergedTable(field);
    if (inside === undefined || !isSerialized(message, field)) continue;
    const value = readField(message, field) as Properties;
    const knownValue = omitFrom(inside, value);
    if (knownValue === value) continue;
    if (known === message) known = { ...message };
    writeField(known, field, knownValue);
  }
  return known;
}
