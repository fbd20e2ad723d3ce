import { isJsonObject } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";

/** A place where two values differ. Undefined means that there is no value. */
export interface Difference {
  readonly path: readonly string[];
  readonly before: GuideJson | undefined;
  readonly after: GuideJson | undefined;
}

/** Finds the places where two values differ. It descends as long as both have the same structure. */
export function findDifferences(
  before: GuideJson | undefined,
  after: GuideJson | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if ((isJsonObject(before) || before === undefined) && (isJsonObject(after) || after === undefined)) {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const inner = names.flatMap((name) =>
      findDifferences(ownValue(before, name), ownValue(after, name), [...path, name]),
    );
    // An empty message that comes or goes is a difference too.
    return inner.length > 0 ? inner : [{ path, before, after }];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one: GuideJson, at) =>
      findDifferences(one, after[at] as GuideJson, [...path, String(at)]),
    );
  return [{ path, before, after }];
}

function ownValue(value: GuideJson | undefined, name: string): GuideJson | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the value at a path. */
export function valueAt(value: GuideJson | undefined, path: readonly string[]): GuideJson | undefined {
  let at = value;
  for (const step of path)
    at = Array.isArray(at) ? (at[Number(step)] as GuideJson | undefined) : ownValue(at, step);
  return at;
}
