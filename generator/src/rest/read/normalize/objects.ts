import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { findValue } from "./find-value.js";

/** Keywords by which a schema without a type may describe values that are not objects. */
const otherKinds = ["$ref", "$dynamicRef", "enum", "const", "items", "prefixItems", "type"];

/**
 * Adds `type: object` to a schema that describes properties and has no type. By the letter it accepts every value that is
 * not an object, but descriptions mean objects, and types are those of objects.
 */
export function inferObject(schema: JsonObject): JsonObject {
  if (otherKinds.some((name) => schema[name] !== undefined)) return schema;
  const { properties, patternProperties, additionalProperties } = schema;
  const describesProperties =
    [properties, patternProperties].some((map) => isJsonObject(map) && Object.keys(map).length > 0) ||
    additionalProperties === true ||
    isJsonObject(additionalProperties);
  return describesProperties ? { type: "object", ...schema } : schema;
}

/** Whether properties of the parts of a schema might have to fit its `additionalProperties`. */
export function hasTypedRest({ additionalProperties, allOf }: JsonObject): boolean {
  return (
    Array.isArray(allOf) && isJsonObject(additionalProperties) && Object.keys(additionalProperties).length > 0
  );
}

/**
 * Adds the properties of the parts of `allOf` to a schema whose `additionalProperties` has a schema. By the letter these
 * properties are additional ones, but descriptions mean those that are not described at all.
 */
export function inheritProperties(schema: JsonObject, root: JsonObject): JsonObject {
  if (!hasTypedRest(schema)) return schema;
  const own = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const inherited: Record<string, Json> = {};
  const seen = new Set<Json>();
  const open = [...(schema["allOf"] as readonly Json[])];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (!isJsonObject(part) || seen.has(part)) continue;
    seen.add(part);
    const { $ref, properties, allOf } = part;
    if (typeof $ref === "string") open.push(findValue(root, $ref) ?? null);
    if (Array.isArray(allOf)) open.push(...(allOf as readonly Json[]));
    if (isJsonObject(properties)) Object.assign(inherited, properties);
  }
  const added = Object.entries(inherited).filter(([name]) => !Object.hasOwn(own, name));
  return added.length === 0 ? schema : { ...schema, properties: { ...own, ...Object.fromEntries(added) } };
}
