import type { JsonObject } from "../json.js";

/** Writes a list of schemas in `items`, as before JSON Schema 2020-12, as `prefixItems`. */
export function convertTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}
