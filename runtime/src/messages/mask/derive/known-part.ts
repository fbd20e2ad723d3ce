import { isCarried, readField, writeField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { mergedStructure } from "../fields/message-fields.js";

/**
 * The request of an Update without what this SDK does not know of its plain structures. A server keeps what a
 * request neither carries nor names (conventions, section 4), so that leaving it out is what keeps it: sent
 * back as it was read, it would undo what a newer client has written in the meantime. Elements of lists, values
 * of maps, members of oneofs and groups stay whole. The request given is not changed.
 */
export function knownPart<T extends object>(table: MessageTable<T>, request: T): T {
  // What is left of a message is one of its type.
  return keepKnown(table, request as Properties) as T;
}

function keepKnown(table: MessageTable, message: Properties): Properties {
  let known = message;
  if (message["_unknownFields"] !== undefined) {
    known = { ...message };
    delete known["_unknownFields"];
  }
  for (const field of table.fields) {
    const inner = mergedStructure(field);
    if (inner === undefined || !isCarried(message, field)) continue;
    const value = readField(message, field) as Properties;
    const part = keepKnown(inner, value);
    if (part === value) continue;
    if (known === message) known = { ...message };
    writeField(known, field, part);
  }
  return known;
}
