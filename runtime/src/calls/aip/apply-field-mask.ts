import { structureTable } from "../../messages/mask/fields/message-fields.js";
import {
  clearField,
  isSerialized,
  isRecord,
  readField,
  type Properties,
  writeField,
} from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import { mapEntries, toMap } from "../../messages/table/map-form.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { parsePath } from "./mask-path.js";

/**
 * Applies an update with a field mask to a resource, as a server does (AIP-134, AIP-161): each path gets the value of the
 * request, or is cleared if the request has none. OUTPUT_ONLY fields do not change.
 *
 * @param table The type of the resource. The request is a partial one.
 */
export function applyFieldMask(
  table: MessageTable,
  resource: object,
  request: object,
  paths: readonly string[],
): object {
  const result = fill(table as MessageTable<object>, resource) as Properties;
  for (const path of paths) applyPath(table, result, request as Properties, parsePath(path));
  return result;
}

function applyPath(
  table: MessageTable,
  target: Properties,
  source: Properties | undefined,
  [name = "", ...rest]: readonly string[],
): void {
  const field = table.byName.get(name);
  if (field === undefined || field.behaviors.includes("OUTPUT_ONLY")) return;
  const given = source && isSerialized(source, field) ? readField(source, field) : undefined;
  if (rest.length === 0) {
    if (given === undefined) clearField(target, field);
    else writeField(target, field, given);
    return;
  }
  if (field.shape.kind === "map") return applyEntry(field, target, given, rest[0] ?? "");
  const inside = field.shape.kind === "single" ? structureTable(field.shape.type) : undefined;
  if (inside === undefined) return;
  const current = isSerialized(target, field) ? readField(target, field) : undefined;
  // There is nothing to set or clear.
  if (!isRecord(current) && !isRecord(given)) return;
  const part = isRecord(current) ? current : (fill(inside as MessageTable<object>, {}) as Properties);
  applyPath(inside, part, isRecord(given) ? given : undefined, rest);
  writeField(target, field, part);
}

function applyEntry(field: Field, target: Properties, given: unknown, key: string): void {
  if (field.shape.kind !== "map") return;
  const entries = new Map(mapEntries(readField(target, field)));
  const value = new Map(mapEntries(given)).get(key);
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
  writeField(target, field, toMap(field.shape.key, entries));
}
