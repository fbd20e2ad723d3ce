import { isDeepStrictEqual } from "node:util";
import { isTreeList, isTreeMap, type Tree, type TreeValue } from "../mask/tree.fixture.js";

/** Whether two messages have something in common, or nothing at all. */
export function mayBeSame(one: Tree, other: Tree): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)];
  if (names.length === 0 || others.length === 0) return true;
  return names.some((name) => {
    const [held, value] = [one[name], other[name]];
    if (held === undefined || value === undefined) return false;
    return isDeepStrictEqual(held, value) || (isMessage(held) && isMessage(value) && mayBeSame(held, value));
  });
}

function isMessage(value: TreeValue): value is Tree {
  return (
    typeof value === "object" && !(value instanceof Uint8Array) && !isTreeList(value) && !isTreeMap(value)
  );
}
