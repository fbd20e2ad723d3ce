import type { MaskNode } from "./mask-node.js";
import { inAscii } from "./mask-syntax-error.js";

const plain = /^[A-Za-z0-9_]+$/;

/**
 * The canonical text of a tree: a leaf is `k`, one child `k.child`, several
 * `k.(c1,c2)`, sorted by code unit. ASCII only, since it travels in a header.
 */
export function printTree(node: MaskNode): string {
  return printUnion(printEntries(node));
}

/** A key as the grammar takes it: plain where it can be, else a JSON string. */
export function printKey(key: string): string {
  return plain.test(key) ? key : inAscii(JSON.stringify(key));
}

/** A path as the grammar takes it. */
export function printPath(path: readonly string[]): string {
  return path.map(printKey).join(".");
}

function printEntries(node: MaskNode): string[] {
  const entries = node.keys.map((key, index) => printEntry(printKey(key), node.children[index]));
  if (node.any) entries.push(printEntry("*", node.any));
  return entries.sort();
}

function printEntry(key: string, node: MaskNode | undefined): string {
  const below = node ? printEntries(node) : [];
  if (below.length === 0) return key;
  return `${key}.${below.length === 1 ? below[0] : `(${printUnion(below)})`}`;
}

function printUnion(entries: readonly string[]): string {
  return entries.join(",");
}
