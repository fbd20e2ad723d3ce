import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { isAnnotation } from "./annotations.js";

/** Whether a schema has keywords beside `$ref` that restrict values, which OpenAPI 3.0 ignores. */
export function hasIgnoredSiblings({ $ref, ...siblings }: JsonObject): boolean {
  return (
    typeof $ref === "string" &&
    Object.keys(siblings).some((name) => !isAnnotation(name) && name !== "nullable")
  );
}

/**
 * Moves a `$ref` with siblings that restrict values into `allOf`, so that it is read like every other part. OpenAPI 3.0
 * ignores the siblings, which are dropped.
 */
export function moveReference(schema: JsonObject, isOpenapi30: boolean): JsonObject {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== "string") return schema;
  const siblings = Object.entries(rest);
  const annotations = siblings.filter(([name]) => isAnnotation(name));
  if (annotations.length === siblings.length) return schema;
  const left = isOpenapi30
    ? siblings.filter(([name]) => isAnnotation(name) || name === "nullable")
    : siblings;
  if (left.length === annotations.length) return { ...Object.fromEntries(annotations), $ref };
  const { allOf = [], ...others } = Object.fromEntries(left);
  // Behind the other parts, because references may name those by their index.
  return { ...others, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] };
}

/**
 * Moves the `required` of the last parts of `allOf` to the schema itself, where other tools look for it, if they have
 * nothing else but `type: object`. References may name other parts by their index.
 */
export function moveRequired(schema: JsonObject): JsonObject {
  const { allOf } = schema;
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const count = parts.findLastIndex((part) => !isRequiredOnly(part)) + 1;
  const bare = parts.slice(count).filter(isRequiredOnly);
  const { type = bare.find((part) => part["type"] !== undefined)?.["type"] } = schema;
  if (bare.length === 0 || count === 0 || (type !== undefined && type !== "object")) return schema;
  const names = [schema, ...bare].flatMap(({ required }) => (Array.isArray(required) ? required : []));
  return {
    ...schema,
    ...(type !== undefined && { type }),
    allOf: parts.slice(0, count),
    required: [...new Set(names as readonly Json[])],
  };
}

function isRequiredOnly(part: Json): part is JsonObject {
  return (
    isJsonObject(part) &&
    Array.isArray(part["required"]) &&
    (part["type"] === undefined || part["type"] === "object") &&
    Object.keys(part).every((name) => name === "required" || name === "type")
  );
}
