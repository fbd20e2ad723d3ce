import { inAscii } from "../../../base/text/value-text.js";

/**
 * The entries of a mask as an immutable tree: each path from the root is an
 * entry or the beginning of one. A node without children is a leaf.
 */
export interface MaskNode {
  /** The named children, sorted by code unit. */
  readonly keys: readonly string[];
  /** The node of each key, in the same order. */
  readonly children: readonly MaskNode[];
  /** The node under the wildcard `*`. */
  readonly any: MaskNode | undefined;
  /** Whether a key needs quotation marks in the text. */
  readonly hasQuoted: boolean;
}

/** A node without children; as a root, the empty mask. */
export const leafNode: MaskNode = Object.freeze({
  keys: [],
  children: [],
  any: undefined,
  hasQuoted: false,
});

/** Whether nothing lies under the node. */
export function isLeaf(node: MaskNode): boolean {
  return node.keys.length === 0 && node.any === undefined;
}

/** The child with exactly this key, the wildcard aside. */
export function findChild<Node extends MaskNode>(
  node: MaskNode & { readonly children: readonly Node[] },
  key: string,
): Node | undefined {
  const index = keyIndex(node.keys, key);
  return node.keys[index] === key ? node.children[index] : undefined;
}

/** The place of a key among sorted ones, or the place where it would be. */
function keyIndex(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All entries of both; nodes that only one of them has are shared, not copied. */
export function joinNodes(left: MaskNode, right: MaskNode): MaskNode {
  if (left === right) return left;
  if (isLeaf(right)) return left;
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
    children.push(right.keys[at] === key ? joinNodes(mine, right.children[at++] ?? leafNode) : mine);
  }
  keys.push(...right.keys.slice(at));
  children.push(...right.children.slice(at));
  return {
    keys,
    children,
    any: left.any && right.any ? joinNodes(left.any, right.any) : (left.any ?? right.any),
    hasQuoted: left.hasQuoted || right.hasQuoted,
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

/** The empty list of a node without children. */
const none: never[] = [];

/** So many children are moved by hand to make room for another; a call that moves any number at once costs more. */
const maxMoved = 64;

/** A tree of entries while it is built. It is a finished one at any time, so that nothing is made twice. */
export class MaskSeed implements MaskNode {
  /** Number of keys and wildcards above. */
  readonly depth: number;
  keys: string[] = none;
  children: MaskSeed[] = none;
  any: MaskSeed | undefined = undefined;
  hasQuoted = false;
  /**
   * An entry was written that ends here, though others may go on. The mask does not say so: it is for who looks
   * at what was written.
   */
  isEnd = false;
  /** The child that a path has led to last, the wildcard aside. */
  latest: MaskSeed | undefined = undefined;
  /** The child of the same parent to which a path has led after this one. */
  follower: MaskSeed | undefined = undefined;
  /** The key that it has; empty for the root and under a wildcard. */
  readonly key: string;
  /** Where the key is in the text that it was read from; -1 if it is not there as it is. */
  start = -1;

  constructor(depth = 0, key = "") {
    this.depth = depth;
    this.key = key;
  }

  /** Makes the child for the wildcard, which is not there yet. */
  makeAny(): MaskSeed {
    return (this.any = new MaskSeed(this.depth + 1));
  }

  /** Makes the child for a key that is not there yet, at its index among the others. */
  make(key: string, index: number, needsQuotes: boolean): MaskSeed {
    if (needsQuotes) this.hasQuoted = true;
    const made = new MaskSeed(this.depth + 1, key);
    const { keys, children } = this;
    let at = keys.length;
    if (at === 0) {
      this.keys = [key];
      this.children = [made];
      return made;
    }
    if (at - index > maxMoved) {
      keys.splice(index, 0, key);
      children.splice(index, 0, made);
      return made;
    }
    keys.push(key);
    children.push(made);
    for (; at > index; at--) {
      keys[at] = keys[at - 1] ?? "";
      children[at] = children[at - 1] ?? made;
    }
    keys[at] = key;
    children[at] = made;
    return made;
  }

  /** Adds one entry. */
  add(path: readonly MaskStep[]): void {
    path.reduce<MaskSeed>((seed, step) => seed.#at(step), this).isEnd = true;
  }

  #at(step: MaskStep): MaskSeed {
    if (step === wildcard) return this.any ?? this.makeAny();
    const index = keyIndex(this.keys, step);
    const known = this.keys[index] === step ? this.children[index] : undefined;
    return known ?? this.make(step, index, !isPlainKey(step));
  }
}

/** The step of a path that stands for every child. Not the key "*". */
export const wildcard: unique symbol = Symbol("*");

/** One step of a path: a field name, an index, a key of a map, or the wildcard. */
export type MaskStep = string | typeof wildcard;

/** For each code unit up to 255 whether it is a letter, a digit or an underscore, of which plain keys are made: 1 or 0. */
const plainUnits = Uint8Array.from({ length: 256 }, (_, unit) =>
  Number(/\w/.test(String.fromCharCode(unit))),
);

/** Whether a code unit is a letter, a digit or an underscore of ASCII. */
export function isPlain(unit: number): boolean {
  return plainUnits[unit] === 1;
}

function isPlainKey(key: string): boolean {
  for (let at = 0; at < key.length; at++) if (!isPlain(key.charCodeAt(at))) return false;
  return key !== "";
}

/**
 * The canonical text of a tree: a leaf is `k`, one child `k.child`, several
 * `k.(c1,c2)`, sorted by code unit. ASCII only, since it travels in a header.
 */
export function printTree(node: MaskNode): string {
  if (node.hasQuoted) return printQuoted(node);
  // An asterisk comes before the characters of plain keys, and so does what may follow such a key:
  // their entries are sorted as the tree has them.
  const { keys, children, any } = node;
  let text = any ? printEntry("*", any) : "";
  for (let at = 0; at < keys.length; at++) {
    const entry = printEntry(keys[at] ?? "", children[at] ?? leafNode);
    text = text === "" ? entry : `${text},${entry}`;
  }
  return text;
}

/** The same if keys need quotation marks, which come before an asterisk. */
function printQuoted({ keys, children, any }: MaskNode): string {
  const quoted: string[] = [];
  let isSorted = true;
  const others: string[] = any ? [printEntry("*", any)] : [];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? "";
    const child = children[at] ?? leafNode;
    if (isPlainKey(key)) others.push(printEntry(key, child));
    else if (isSimpleKey(key)) quoted.push(printEntry(`"${key}"`, child));
    else {
      isSorted = false;
      quoted.push(printEntry(inAscii(JSON.stringify(key)), child));
    }
  }
  if (!isSorted) quoted.sort();
  return quoted.concat(others).join(",");
}

/** Whether a key is between quotation marks as it is, and before each longer key that begins with it. */
function isSimpleKey(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    if (unit <= 0x22 || unit > 0x7e || unit === 0x5c) return false;
  }
  return true;
}

/** A key as the grammar takes it: plain where it can be, else a JSON string. */
export function printKey(key: string): string {
  if (isPlainKey(key)) return key;
  return isSimpleKey(key) ? `"${key}"` : inAscii(JSON.stringify(key));
}

/** A path as the grammar takes it. */
export function printPath(path: readonly string[]): string {
  return path.map(printKey).join(".");
}

function printEntry(key: string, node: MaskNode): string {
  const count = node.keys.length + (node.any ? 1 : 0);
  if (count === 0) return key;
  return count === 1 ? `${key}.${printTree(node)}` : `${key}.(${printTree(node)})`;
}
