import type { GuideJson } from "@stratus/runtime/guide";

/** Whether a JSON value is an object, and neither `null` nor an array. */
export function isJsonObject(value: GuideJson | undefined): value is { readonly [name: string]: GuideJson } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
