import { isJsonObject } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";

/** Returns the parts of a response at some paths. Names may be proto names or JSON names, and lists are descended into. */
export function pickFields(value: GuideJson, paths: readonly string[]): GuideJson {
  return pick(
    value,
    paths.map((path) => path.split(".").filter(Boolean).map(plainName)),
  );
}

function pick(value: GuideJson, paths: readonly (readonly string[])[]): GuideJson {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((one: GuideJson) => pick(one, paths));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const inner = paths
        .filter(([first]) => first === plainName(name) || first === "*")
        .map((path) => path.slice(1));
      return inner.length > 0 ? [[name, pick(one, inner)]] : [];
    }),
  );
}

/** Normalizes a name: `parent_id`, `parent-id` and `parentId` become equal. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}
