import { inAscii } from "../text/value-text.js";

/**
 * The entries of a mask as an immutable tree: each path from the root is an
 * entry or the beginning of one. A node without children is a leaf.
 */
export interface MaskNode {
  /** The named children, sorted by code unit. */
  readonly keys: readonly string[];
  /** The node of each key, in the same order. */
  readonly children: readonly MaskNode[];
  /** What the wildcard `*` holds. */
  readonly any: MaskNode | undefined;
}

/** A node without children; as a root, the empty mask. */
export const leafNode: MaskNode = Object.freeze({ keys: [], children: [], any: undefined });

/** Whether nothing lies under the node. */
export function isLeaf(node: MaskNode): boolean {
  return node.keys.length === 0 && node.any === undefined;
}

/** The child with exactly this key, the wildcard aside. */
export function childOf(node: MaskNode, key: string): MaskNode | undefined {
  const { keys } = node;
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key ? node.children[low] : undefined;
}

/** All entries of both; nodes that only one of them has are shared, not copied. */
export function unionOf(left: MaskNode, right: MaskNode): MaskNode {
  if (left === right || isLeaf(right)) return left;
  if (isLeaf(left)) return right;
  const keys: string[] = [];
  const children: MaskNode[] = [];
  let at = 0;
  for (const [index, key] of left.keys.entries()) {
    for (; (right.keys[at] ?? key) < key; at++) {
      keys.push(right.keys[at] ?? "");
      children.push(right.children[at] ?? leafNode);
    }
    const mine = left.children[index] ?? leafNode;
    keys.push(key);
    children.push(right.keys[at] === key ? unionOf(mine, right.children[at++] ?? leafNode) : mine);
  }
  keys.push(...right.keys.slice(at));
  children.push(...right.children.slice(at));
  return {
    keys,
    children,
    any: left.any && right.any ? unionOf(left.any, right.any) : (left.any ?? right.any),
  };
}

/** Whether both hold the same entries. */
export function areEqual(left: MaskNode, right: MaskNode): boolean {
  if (left === right) return true;
  if (left.keys.length !== right.keys.length || !left.any !== !right.any) return false;
  if (left.any && right.any && !areEqual(left.any, right.any)) return false;
  return left.keys.every(
    (key, index) =>
      key === right.keys[index] &&
      areEqual(left.children[index] ?? leafNode, right.children[index] ?? leafNode),
  );
}

/** A tree of entries while it is built. */
export class MaskSeed {
  readonly keys: Map<string, MaskSeed> = new Map();
  any: MaskSeed | undefined;
  /** Number of keys and wildcards above. */
  readonly depth: number;

  constructor(depth = 0) {
    this.depth = depth;
  }

  /** The child for a key, or for the wildcard; made when it is not there yet. */
  child(step: MaskStep): MaskSeed {
    if (step === wildcard) return (this.any ??= new MaskSeed(this.depth + 1));
    const known = this.keys.get(step);
    if (known) return known;
    const made = new MaskSeed(this.depth + 1);
    this.keys.set(step, made);
    return made;
  }

  /** Adds one entry. */
  add(path: readonly MaskStep[]): void {
    path.reduce<MaskSeed>((seed, step) => seed.child(step), this);
  }

  /** The finished tree. */
  grow(): MaskNode {
    if (this.keys.size === 0 && !this.any) return leafNode;
    const keys = [...this.keys.keys()].sort();
    return {
      keys,
      children: keys.map((key) => this.keys.get(key)?.grow() ?? leafNode),
      any: this.any?.grow(),
    };
  }
}

/** The step of a path that stands for every child. Not the key "*". */
export const wildcard: unique symbol = Symbol("*");

/** One step of a path: a field name, an index, a key of a map, or the wildcard. */
export type MaskStep = string | typeof wildcard;

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
