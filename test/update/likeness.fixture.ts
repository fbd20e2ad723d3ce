import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { asTree, type Tree } from "../mask/tree.fixture.js";
import { heldValues } from "./cloud.fixture.js";
import { holdsMessages } from "./draft.fixture.js";

/** Whether an element may be another one, changed: they have something in common, or one has nothing, and the same is fixed in both. */
export function mayBeSame(
  desc: DescMessage,
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
  return desc.fields.filter(isFixed).every(isSame) && haveCommon(desc, one, other);
}

/** Whether two elements show a value in common, in themselves or in the messages inside; of one that shows nothing nobody can tell. */
function haveCommon(desc: DescMessage, one: Tree, other: Tree): boolean {
  return showsNothing(desc, one) || showsNothing(desc, other) || share(desc, one, other);
}

function share({ fields }: DescMessage, one: Tree, other: Tree): boolean {
  return fields.some((field) => {
    const [held, value] = [one[field.name], other[field.name]];
    if (held === undefined || value === undefined) return false;
    if (isDeepStrictEqual(held, value)) return true;
    // Likeness asks neither for the index nor for the key.
    const others = messagesOf(field, other);
    return messagesOf(field, one).some(([type, inner]) =>
      others.some(([, another]) => share(type, inner, another)),
    );
  });
}

/** A value of google.protobuf shows something, also one of zero: a duration of 0 s is as much to read as the number 0. */
function showsNothing({ fields }: DescMessage, tree: Tree): boolean {
  return fields.every(
    (field) =>
      tree[field.name] === undefined ||
      (holdsMessages(field) && messagesOf(field, tree).every(([type, inner]) => showsNothing(type, inner))),
  );
}

function messagesOf(field: DescField, tree: Tree): readonly (readonly [type: DescMessage, Tree])[] {
  const [value, type] = [tree[field.name], field.message];
  if (value === undefined || type === undefined || !holdsMessages(field)) return [];
  return heldValues(value).map((held) => [type, asTree(held)] as const);
}
