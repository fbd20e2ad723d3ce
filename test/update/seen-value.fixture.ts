import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { asTree, newTree, type Tree, type TreeOne, type TreeValue } from "../mask/tree.fixture.js";
import { mapValue, visibleOf } from "./cloud.fixture.js";

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
  if (value === undefined || !type) return value;
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
