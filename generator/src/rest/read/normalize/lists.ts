import type { JsonObject } from "../json.js";

/** Writes a list of schemas in `items`, as before JSON Schema 2020-12, as `prefixItems`. */
export function convertTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}

/** Keywords whose properties and items are evaluated, so that they are not unevaluated ones. */
const applicators = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "contains"];

/** Writes `unevaluatedProperties` and `unevaluatedItems` as `additionalProperties` and `items`, where they mean the same. */
export function convertUnevaluated(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  const isPlain = !applicators.some((keyword) => schema[keyword] !== undefined);
  if (!isPlain || (unevaluatedProperties === undefined && unevaluatedItems === undefined)) return schema;
  return {
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
    ...(unevaluatedItems !== undefined && { items: unevaluatedItems }),
    ...rest,
  };
}
