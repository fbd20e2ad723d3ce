import { isCarried, isScalar, readField, type Properties } from "../../table/field-access.js";
import { isDefault } from "../../table/scalar-default.js";
import type { Field, MessageTable } from "../../table/table.js";
import { heldMessages, structureOf } from "../fields/message-fields.js";
import { printGrouped } from "../text/grouped-text.js";
import {
  findChild,
  isLeaf,
  leafNode,
  MaskSeed,
  type MaskNode,
  type MaskStep,
  wildcard,
} from "../text/mask-tree.js";

/**
 * The shortest text of a mask that means the same for this request, at every server and whatever it has. An entry goes
 * if the request carries what it ends at, since such a field takes what is sent. One wildcard says what all values of a
 * list or a map need, or carry: a server removes elements and keys that a sent list or map lacks, so a
 * wildcard reaches those that were sent and no others. Keys with the same entries are one group.
 */
export function compactMask(table: MessageTable, request: object, mask: MaskNode): string {
  const seed = new MaskSeed();
  // Messages of generated code are plain objects.
  for (const path of neededBelow(table, request as Properties, mask)) seed.add(path);
  return printGrouped(seed);
}

type Path = readonly MaskStep[];

/** The entries of a mask below a message that the request carries, as few as will do. */
function neededBelow(table: MessageTable, message: Properties, mask: MaskNode): Path[] {
  const needed = mask.any ? entriesOf(mask.any).map((path): Path => [wildcard, ...path]) : [];
  for (const [at, name] of mask.keys.entries()) {
    const field = table.byName.get(name);
    const below = mask.children[at] ?? leafNode;
    for (const path of neededAt(field, message, below)) needed.push([name, ...path]);
  }
  return needed;
}

function neededAt(field: Field | undefined, message: Properties, mask: MaskNode): readonly Path[] {
  if (field === undefined || !isCarried(message, field)) return entriesOf(mask);
  if (isLeaf(mask)) return isTaken(message, field) ? [] : [[]];
  const inside = structureOf(field.shape.type);
  if (inside === undefined) return entriesOf(mask);
  if (field.shape.kind === "single")
    return neededBelow(inside, readField(message, field) as Properties, mask);
  const values = new Map(heldMessages(message, field).map(([key = "", value]) => [key, value]));
  return neededInSeveral(inside, values, mask);
}

/** Whether a field that is carried takes what is sent, also at servers to which a default is nothing. */
function isTaken(message: Properties, field: Field): boolean {
  if (field.shape.kind !== "single" || !isScalar(field)) return true;
  return !isDefault(field.shape.type, readField(message, field));
}

/** The entries that the values of a list or a map need, which the request carries. */
function neededInSeveral(
  table: MessageTable,
  values: ReadonlyMap<string, Properties>,
  mask: MaskNode,
): readonly Path[] {
  const wild = (mask.any ? entriesOf(mask.any) : []).filter((path) => path.length > 0);
  /** The values that need an entry, by its text. */
  const needs = new Map<string, { readonly path: Path; readonly keys: Set<string> }>();
  for (const [key, value] of values) {
    const child = findChild(mask, key);
    for (const path of child ? neededBelow(table, value, child) : []) {
      if (path.length === 0) continue;
      const text = pathText(path);
      const known = needs.get(text) ?? { path, keys: new Set() };
      needs.set(text, known);
      known.keys.add(key);
    }
  }
  const said = new Set(wild.map(pathText));
  const paths: Path[] = wild.map((path) => [wildcard, ...path]);
  for (const [text, { path, keys }] of needs) {
    if (said.has(text)) continue;
    // Of most values, so that no two entries are looked for in all of them for nothing.
    const isOfMost = keys.size > 1 && keys.size * 2 >= values.size;
    const isForAll =
      isOfMost && [...values].every(([key, value]) => keys.has(key) || isNeedless(table, value, path));
    if (isForAll) paths.push([wildcard, ...path]);
    else for (const key of keys) paths.push([key, ...path]);
  }
  return paths;
}

/** Whether an entry changes nothing below a message that the request carries. */
function isNeedless(table: MessageTable, message: Properties, path: Path): boolean {
  const seed = new MaskSeed();
  seed.add(path);
  return path.length === 0 || neededBelow(table, message, seed).length === 0;
}

/** The entries of a tree, each as its steps. */
function entriesOf(node: MaskNode): Path[] {
  if (isLeaf(node)) return [[]];
  const paths = node.any ? entriesOf(node.any).map((path): Path => [wildcard, ...path]) : [];
  for (const [at, key] of node.keys.entries()) {
    for (const path of entriesOf(node.children[at] ?? leafNode)) paths.push([key, ...path]);
  }
  return paths;
}

/** A text that no other path has. */
function pathText(path: Path): string {
  return JSON.stringify(path.map((step) => (step === wildcard ? 0 : step)));
}
