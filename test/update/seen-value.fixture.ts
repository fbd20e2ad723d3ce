import type { DescField, DescMessage } from "@bufbuild/protobuf";
import {
  asTree,
  isNamedNumber,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import { heldValues, mapValue, visibleOf } from "./cloud.fixture.js";

/** A value of a field of messages without what no Get shows. */
export function visibleValue(
  field: DescField,
  value: TreeValue,
  behaviors: (field: DescField) => readonly string[],
): TreeValue {
  const type = field.message as DescMessage;
  return mapValue(value, (held) => visibleOf(type, asTree(held), behaviors));
}

/** What one version of the API knows of a value. */
export function projected(field: DescField, value: TreeValue | undefined): TreeValue | undefined {
  const type = field.message;
  if (value === undefined || !type) return value === undefined ? undefined : namedNumbers(field, value);
  const one = (held: TreeOne): TreeOne => {
    const known: Tree = newTree();
    for (const inner of type.fields) {
      const inside = projected(inner, asTree(held)[inner.name]);
      if (inside !== undefined) known[inner.name] = inside;
    }
    return known;
  };
  return mapValue(value, one);
}

/** A value of scalars without the numbers that a closed enum does not have. */
function namedNumbers(field: DescField, value: TreeValue): TreeValue | undefined {
  const isNamed = (held: TreeOne): boolean => isNamedNumber(field, held);
  if (!heldValues(value).some(isNamed)) return undefined;
  if (isTreeList(value)) return value.filter(isNamed);
  return isTreeMap(value) ? new Map([...value].filter(([, held]) => isNamed(held))) : value;
}

/** A value without what a server keeps whatever is sent: what it writes alone, and identifiers outside of lists. */
export function settableValue(
  field: DescField,
  value: TreeValue,
  behaviors: (field: DescField) => readonly string[],
  isInList: boolean,
): TreeValue {
  const type = field.message;
  if (!type) return value;
  const isBelowList = isInList || field.fieldKind === "list";
  return mapValue(value, (held) => {
    const settable: Tree = newTree();
    for (const inner of type.fields) {
      const [inside, own] = [asTree(held)[inner.name], behaviors(inner)];
      if (inside === undefined || own.includes("OUTPUT_ONLY")) continue;
      if (own.includes("IDENTIFIER") && !isBelowList) continue;
      settable[inner.name] = settableValue(inner, inside, behaviors, isBelowList);
    }
    return settable;
  });
}

/** Whether a message carries an IMMUTABLE value inside of what no Get shows, so that its client cannot know the old one. */
export function carriesHiddenFixed(
  desc: DescMessage,
  tree: Tree,
  behaviors: (field: DescField) => readonly string[],
  isHidden = false,
): boolean {
  return desc.fields.some((field) => {
    const value = tree[field.name];
    if (value === undefined) return false;
    const own = behaviors(field);
    if (isHidden && own.includes("IMMUTABLE")) return true;
    const type = field.message;
    if (!type) return false;
    const inside = isHidden || own.includes("INPUT_ONLY");
    return heldValues(value).some((held) => carriesHiddenFixed(type, asTree(held), behaviors, inside));
  });
}

/** The message at an index of a list of messages. */
export function treeAt(value: TreeValue | undefined, index: number): Tree | undefined {
  const element = value !== undefined && isTreeList(value) ? value[index] : undefined;
  return element === undefined ? undefined : asTree(element);
}
