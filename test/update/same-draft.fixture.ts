import { isDeepStrictEqual } from "node:util";
import type { Draft } from "./api-pool.fixture.js";
import type { Origins } from "./draft.fixture.js";

/** Whether two values of a draft hold the same things at the same places, elements of lists by whose copy they are. */
export function isSameDraft(origins: Origins, before: unknown, after: unknown): boolean {
  const isSame = (one: unknown, other: unknown, isElement: boolean): boolean => {
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
      return isDeepStrictEqual(one, other);
    if (Array.isArray(one) && Array.isArray(other))
      return (
        one.length === other.length && one.every((element, index) => isSame(element, other[index], true))
      );
    if (one instanceof Uint8Array || one instanceof Map) return isDeepStrictEqual(one, other);
    if (isElement && origins.get(other) !== one) return false;
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame((one as Draft)[name], (other as Draft)[name], false));
  };
  return isSame(before, after, false);
}
