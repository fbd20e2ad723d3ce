import type { GuideJson } from "@stratus/runtime/guide";

/** A JSON object. */
export type JsonObject = { readonly [name: string]: GuideJson };

/** Whether a JSON value is an object, and neither `null` nor an array. */
export function isJsonObject(value: GuideJson | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal. The order of members does not count, and neither does the sign of zero. */
export function isSameJson(one: GuideJson | undefined, other: GuideJson | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value: GuideJson, at) => isSameJson(value, other[at]));
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}
