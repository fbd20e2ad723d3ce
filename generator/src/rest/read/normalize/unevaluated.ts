import type { JsonObject } from "../json.js";

/** Keywords by which other schemas evaluate properties and items too. */
const applicators =
  "$ref $dynamicRef allOf anyOf oneOf if then else not dependentSchemas contains unevaluatedProperties unevaluatedItems".split(
    " ",
  );

/**
 * Writes `unevaluatedProperties` and `unevaluatedItems` as `additionalProperties` and `items`, which mean the same in a
 * schema without parts.
 */
export function convertUnevaluated(schema: JsonObject): JsonObject {
  return convert(
    convert(schema, "unevaluatedProperties", "additionalProperties"),
    "unevaluatedItems",
    "items",
  );
}

function convert(schema: JsonObject, keyword: string, simple: string): JsonObject {
  const { [keyword]: value, ...rest } = schema;
  if (value === undefined || applicators.some((one) => one in rest)) return schema;
  return { [simple]: value, ...rest };
}
