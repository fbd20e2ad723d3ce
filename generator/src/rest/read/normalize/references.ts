import type { JsonObject } from "../json.js";
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
