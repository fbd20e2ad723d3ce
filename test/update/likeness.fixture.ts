import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { isTreeList, isTreeMap, type Tree, type TreeValue } from "../mask/tree.fixture.js";

/** Whether an element may be another one, changed: they have something in common, or one has nothing, and the same is fixed in both. */
export function mayBeSame(
  { fields }: DescMessage,
  one: Tree,
  other: Tree,
  behaviors: (field: DescField) => readonly string[],
): boolean {
  // Of what no response shows nobody sees whether it is the same.
  const isFixed = (field: DescField): boolean => {
    const own = behaviors(field);
    return (own.includes("IMMUTABLE") || own.includes("IDENTIFIER")) && !own.includes("INPUT_ONLY");
  };
  const isSame = ({ name }: DescField): boolean => isDeepStrictEqual(one[name], other[name]);
  return fields.filter(isFixed).every(isSame) && haveCommon(one, other);
}

function haveCommon(one: Tree, other: Tree): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)];
  if (names.length === 0 || others.length === 0) return true;
  return names.some((name) => {
    const [held, value] = [one[name], other[name]];
    if (held === undefined || value === undefined) return false;
    return isDeepStrictEqual(held, value) || (isMessage(held) && isMessage(value) && haveCommon(held, value));
  });
}

function isMessage(value: TreeValue): value is Tree {
  return (
    typeof value === "object" && !(value instanceof Uint8Array) && !isTreeList(value) && !isTreeMap(value)
  );
}
