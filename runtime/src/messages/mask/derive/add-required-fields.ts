import { isSerialized, readField, writeField, type Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { Field, MessageTable } from "../../table/table.js";
import { reachesField, mergedTable, structureTable } from "../fields/message-fields.js";

/**
 * Adds the required fields (`required` of proto2) that a request lacks, with their values in `whole`. Many decoders
 * reject a message without them. Elements of lists, and other values that are sent whole, have theirs. Neither message is
 * changed. If nothing is missing, the result is the given request itself.
 */
export function addRequiredFields(table: MessageTable, request: Properties, whole: Properties): Properties {
  if (!table.once(containsRequired)) return request;
  let complete = request;
  for (const field of table.fields) {
    if (!isSerialized(whole, field)) continue;
    const value = completeValue(field, request, readField(whole, field));
    if (value === undefined) continue;
    if (complete === request) complete = { ...request };
    writeField(complete, field, value);
  }
  return complete;
}

/** Returns the value to send for a field; undefined if that of the request is sufficient. */
function completeValue(field: Field, request: Properties, value: unknown): unknown {
  const inside = mergedTable(field);
  if (isSerialized(request, field)) {
    return inside && addRequiredFields(inside, readField(request, field) as Properties, value as Properties);
  }
  if (!field.isRequired || inside === undefined) return field.isRequired ? value : undefined;
  const empty = fill(inside as MessageTable<object>, {}) as Properties;
  return addRequiredFields(inside, empty, value as Properties);
}

/** Whether messages of a type have required fields at any depth. The result is kept with the table. */
function containsRequired(table: MessageTable): boolean {
  return reachesField(
    table,
    ({ isRequired }) => isRequired,
    ({ shape }) => structureTable(shape.type),
  );
}
