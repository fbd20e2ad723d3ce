import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Tree, TreeOne, TreeValue } from "../mask/tree.fixture.js";
import { heldValues } from "./cloud.fixture.js";

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

/** Whether two elements show a value in common, in themselves or in the messages inside; of one that shows nothing nobody can tell. */
function haveCommon(one: Tree, other: Tree): boolean {
  return showsNothing(one) || showsNothing(other) || share(one, other);
}

function share(one: Tree, other: Tree): boolean {
  return Object.keys(one).some((name) => {
    const [held, value] = [one[name], other[name]];
    if (held === undefined || value === undefined) return false;
    if (isDeepStrictEqual(held, value)) return true;
    // Likeness asks neither for the index nor for the key.
    const others = messagesOf(value);
    return messagesOf(held).some((inner) => others.some((another) => share(inner, another)));
  });
}

function showsNothing(tree: Tree): boolean {
  return Object.values(tree).every(
    (value) =>
      value === undefined || heldValues(value).every((held) => isMessage(held) && showsNothing(held)),
  );
}

const messagesOf = (value: TreeValue): Tree[] => heldValues(value).filter(isMessage);

function isMessage(value: TreeOne): value is Tree {
  return typeof value === "object" && !(value instanceof Uint8Array);
}
