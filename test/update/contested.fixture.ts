import { isDeepStrictEqual } from "node:util";
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { asTree, isRequired, newTree, type Tree } from "../mask/tree.fixture.js";
import { holdsMessages } from "./draft.fixture.js";
import { visibleValue } from "./seen-value.fixture.js";

/**
 * By the message that holds them, the names of fields that someone else has changed: those that are sent whole, plain
 * structures, which are sent whole only where they move, and numbers that an `update` may not know and sends all the same.
 */
export type Contested = WeakMap<Tree, ReadonlyMap<string, "whole" | "structure" | "number">>;

/**
 * Lists, maps and oneofs that another writer has changed since a resource was read. Who changes one of them too
 * sends it whole, so that the later one wins; and so does who moves a structure.
 */
export function contestedFields(
  desc: DescMessage,
  read: Tree,
  now: Tree,
  behaviors: (field: DescField) => readonly string[],
): Contested {
  const found: Contested = new WeakMap();
  const visit = (type: DescMessage, old: Tree, tree: Tree): void => {
    const mayMatter = type.fields.filter(
      (field) => isSentWhole(field) || holdsMessages(field) || field.enum?.open === false,
    );
    const changed = mayMatter.filter((field) => !isSame(field, old, tree, behaviors));
    const names = changed.flatMap((field) =>
      (field.oneof?.fields ?? [field]).map(
        ({ name }) => [name, isSentWhole(field) ? "whole" : field.message ? "structure" : "number"] as const,
      ),
    );
    if (names.length > 0) found.set(tree, new Map(names));
    for (const field of type.fields) {
      const [was, is] = [old[field.name], tree[field.name]];
      if (isSentWhole(field) || !holdsMessages(field) || is === undefined) continue;
      visit(field.message as DescMessage, asTree(was ?? newTree()), asTree(is));
    }
  };
  visit(desc, read, now);
  return found;
}

/** Whether who changes something in a field, or beside a required one, sends all of it. */
export function isSentWhole(field: DescField): boolean {
  const { fieldKind, oneof } = field;
  const isGroup = "delimitedEncoding" in field && field.delimitedEncoding;
  return fieldKind === "list" || fieldKind === "map" || oneof !== undefined || isGroup || isRequired(field);
}

function isSame(
  field: DescField,
  one: Tree,
  other: Tree,
  behaviors: (field: DescField) => readonly string[],
): boolean {
  const [left, right] = [one, other].map((tree) => {
    const value = tree[field.name];
    return value !== undefined && field.message ? visibleValue(field, value, behaviors) : value;
  });
  return isDeepStrictEqual(left, right);
}
