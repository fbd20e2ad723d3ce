import { isCarried, readField, writeField, type Properties } from "../../table/field-access.js";
import { fill } from "../../table/fill.js";
import type { Field, MessageTable } from "../../table/table.js";
import { isReached, mergedStructure, structureOf } from "../fields/message-fields.js";

/**
 * A request with the required fields of all that it holds, as `whole` has them, if they are not in it: a message that
 * lacks one cannot be read by many. Elements of lists and other parts that are sent whole have them. Neither message is
 * changed; the request given is the result if it lacks nothing.
 */
export function withRequired(table: MessageTable, request: Properties, whole: Properties): Properties {
  if (!table.once(leadsToRequired)) return request;
  let complete = request;
  for (const field of table.fields) {
    if (!isCarried(whole, field)) continue;
    const value = requiredValue(field, request, readField(whole, field));
    if (value === undefined) continue;
    if (complete === request) complete = { ...request };
    writeField(complete, field, value);
  }
  return complete;
}

/** The value to send for a field; undefined if what the request has of it will do. */
function requiredValue(field: Field, request: Properties, value: unknown): unknown {
  const inside = mergedStructure(field);
  if (isCarried(request, field)) {
    return inside && withRequired(inside, readField(request, field) as Properties, value as Properties);
  }
  if (!field.isRequired || inside === undefined) return field.isRequired ? value : undefined;
  const empty = fill(inside as MessageTable<object>, {}) as Properties;
  return withRequired(inside, empty, value as Properties);
}

/** Whether messages of a type, or what lies in them, have required fields. Made once per table. */
function leadsToRequired(table: MessageTable): boolean {
  return isReached(
    table,
    ({ isRequired }) => isRequired,
    ({ shape }) => structureOf(shape.type),
  );
}
