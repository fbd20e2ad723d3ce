import { isSerialized, isScalar, readField, type Properties } from "../../table/field-access.js";
import { isDefault } from "../../table/scalar-default.js";
import type { Field, MessageTable } from "../../table/table.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { formatGrouped } from "../text/grouped-text.js";
import {
  findChild,
  isLeaf,
  leafNode,
  MutableMaskNode,
  type MaskNode,
  type MaskStep,
  wildcard,
} from "../text/mask-tree.js";

/**
 * Formats the shortest text of a mask that means the same for this request, whatever the server and its resource:
 *
 * - An entry is omitted if the request carries the field at its end, because the server sets such a field anyway.
 * - One wildcard replaces entries that all values of a list or a map need or carry. It reaches exactly those that are
 *   sent, because a server removes the elements and keys that a sent list or map lacks.
 * - Keys with the same entries are one group.
 */
export function compactMask(table: MessageTable, request: object, mask: MaskNode): string {
  const tree = new MutableMaskNode();
  // Messages of generated code are plain objects.
  for (const path of listNeeded(table, request as Properties, mask)) tree.add(path);
  return formatGrouped(tree);
}

type Path = readonly MaskStep[];

/** Lists the fewest entries that are needed below a message that the request carries. */
function listNeeded(table: MessageTable, message: Properties, mask: MaskNode): Path[] {
  const needed = listWildcardPaths(mask).map((path): Path => [wildcard, ...path]);
  for (const [at, name] of mask.keys.entries()) {
    const field = table.byName.get(name);
    const below = mask.children[at] ?? leafNode;
    for (const path of listNeededAt(field, message, below)) needed.push([name, ...path]);
  }
  return needed;
}

function listNeededAt(field: Field | undefined, message: Properties, mask: MaskNode): readonly Path[] {
  if (field === undefined || !isSerialized(message, field)) return listPaths(mask);
  if (isLeaf(mask)) return isAlwaysSet(message, field) ? [] : [[]];
  const inside = structureTable(field.shape.type);
  if (inside === undefined) return listPaths(mask);
  if (field.shape.kind === "single") return listNeeded(inside, readField(message, field) as Properties, mask);
  const values = new Map(listMessages(message, field).map(([key = "", value]) => [key, value]));
  return listNeededInCollection(inside, values, mask);
}

/** Whether every server sets a carried field. Some ignore a field that is sent with its default. */
function isAlwaysSet(message: Properties, field: Field): boolean {
  if (field.shape.kind !== "single" || !isScalar(field)) return true;
  return !isDefault(field.shape.type, readField(message, field));
}

/** Lists the entries that the values of a carried list or map need. */
function listNeededInCollection(
  table: MessageTable,
  values: ReadonlyMap<string, Properties>,
  mask: MaskNode,
): readonly Path[] {
  const wildPaths = listWildcardPaths(mask).filter((path) => path.length > 0);
  /** The keys of the values that need an entry, by its text. */
  const needs = new Map<string, { readonly path: Path; readonly keys: Set<string> }>();
  for (const [key, value] of values) {
    const child = findChild(mask, key);
    for (const path of child ? listNeeded(table, value, child) : []) {
      if (path.length === 0) continue;
      const text = toPathText(path);
      const known = needs.get(text) ?? { path, keys: new Set() };
      needs.set(text, known);
      known.keys.add(key);
    }
  }
  const wildTexts = new Set(wildPaths.map(toPathText));
  const paths: Path[] = wildPaths.map((path) => [wildcard, ...path]);
  for (const [text, { path, keys }] of needs) {
    if (wildTexts.has(text)) continue;
    // Checking all values pays off only if most of them need the entry.
    const isInMost = keys.size > 1 && keys.size * 2 >= values.size;
    const isForAll =
      isInMost && [...values].every(([key, value]) => keys.has(key) || changesNothing(table, value, path));
    if (isForAll) paths.push([wildcard, ...path]);
    else for (const key of keys) paths.push([key, ...path]);
  }
  return paths;
}

/** Whether an entry has no effect below a message that the request carries. */
function changesNothing(table: MessageTable, message: Properties, path: Path): boolean {
  const tree = new MutableMaskNode();
  tree.add(path);
  return path.length === 0 || listNeeded(table, message, tree).length === 0;
}

/** Lists the entries below the wildcard of a node. An empty one ends at the wildcard. */
function listWildcardPaths({ any }: MaskNode): readonly Path[] {
  if (any === undefined) return [];
  return any.isEnd && !isLeaf(any) ? [[], ...listPaths(any)] : listPaths(any);
}

/** Lists the entries of a tree, each as its steps. */
function listPaths(node: MaskNode): Path[] {
  if (isLeaf(node)) return [[]];
  const paths = listWildcardPaths(node).map((path): Path => [wildcard, ...path]);
  for (const [at, key] of node.keys.entries()) {
    for (const path of listPaths(node.children[at] ?? leafNode)) paths.push([key, ...path]);
  }
  return paths;
}

/** Returns a text that is unique to the path. */
function toPathText(path: Path): string {
  return JSON.stringify(path.map((step) => (step === wildcard ? 0 : step)));
}
