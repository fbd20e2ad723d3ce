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
import { mapEntries, mapFrom } from "../../messages/table/map-form.js";
import type { Field, MessageTable } from "../../messages/table/table.js";
import { parsePath } from "./mask-path.js";

/**
 * The resource as a server makes it that takes an update with a field mask (AIP-134, AIP-161): each path takes the value
 * of the request, or is cleared if the request carries none. Fields that only the server writes stay as they are.
 *
 * @param table The type of the resource, of which the request has a partial one.
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
  const held = isSerialized(target, field) ? readField(target, field) : undefined;
  // What is not there has nothing to clear.
  if (!isRecord(held) && !isRecord(given)) return;
  const part = isRecord(held) ? held : (fill(inside as MessageTable<object>, {}) as Properties);
  applyPath(inside, part, isRecord(given) ? given : undefined, rest);
  writeField(target, field, part);
}

function applyEntry(field: Field, target: Properties, given: unknown, key: string): void {
  if (field.shape.kind !== "map") return;
  const entries = new Map(mapEntries(readField(target, field)));
  const value = new Map(mapEntries(given)).get(key);
  if (value === undefined) entries.delete(key);
  else entries.set(key, value);
  writeField(target, field, mapFrom(field.shape.key, entries));
}
