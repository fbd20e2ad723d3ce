import { isJsonObject, type Json, type JsonObject } from "../json.js";

/** Writes the names of schemas in the `mapping` of a discriminator as references. */
export function writeMapping(schema: JsonObject, names: readonly string[]): JsonObject {
  const { discriminator } = schema;
  const mapping = isJsonObject(discriminator) ? discriminator["mapping"] : undefined;
  if (!isJsonObject(discriminator) || !isJsonObject(mapping)) return schema;
  const targets = Object.entries(mapping).map(([value, target]): [string, Json] => [
    value,
    typeof target === "string" && names.includes(target) ? `#/components/schemas/${target}` : target,
  ]);
  return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(targets) } };
}
