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
  /** The node for the wildcard `*`. */
  readonly any: MaskNode | undefined;
  /** Whether a key needs quotation marks in the text. */
  readonly hasQuoted: boolean;
  /**
   * Whether an entry ends here, though others may lead further. It counts for the wildcard alone: in `*,*.id`, the first
   * entry names scalar fields, which the second one does not reach. In `a,a.b`, the longer path wins.
   */
  readonly isEnd: boolean;
}

/** A node without children; as a root, the empty mask. */
export const leafNode: MaskNode = Object.freeze({
  keys: [],
  children: [],
  any: undefined,
  hasQuoted: false,
  isEnd: true,
});

/** Whether a node has no children. */
export function isLeaf(node: MaskNode): boolean {
  return node.keys.length === 0 && node.any === undefined;
}

/** Whether an entry ends at a wildcard. */
export function isWildcardEnd(any: MaskNode): boolean {
  return any.isEnd || isLeaf(any);
}

/** Finds the child with exactly this key, without the wildcard. */
export function findChild<Node extends MaskNode>(
  node: MaskNode & { readonly children: readonly Node[] },
  key: string,
): Node | undefined {
  const index = findKeyIndex(node.keys, key);
  return node.keys[index] === key ? node.children[index] : undefined;
}

/** Returns the index of a key among sorted ones, or the index at which to insert it. */
function findKeyIndex(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Joins the entries of both. Nodes that only one of them has are shared. */
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
    any: left.any && right.any ? joinWildcards(left.any, right.any) : (left.any ?? right.any),
    hasQuoted: left.hasQuoted || right.hasQuoted,
    isEnd: false,
  };
}

function joinWildcards(left: MaskNode, right: MaskNode): MaskNode {
  const joined = joinNodes(left, right);
  if (isWildcardEnd(joined) || !(isWildcardEnd(left) || isWildcardEnd(right))) return joined;
  const { keys, children, any, hasQuoted } = joined;
  return { keys, children, any, hasQuoted, isEnd: true };
}

/** Whether both have the same entries. */
export function areEqual(left: MaskNode, right: MaskNode): boolean {
  if (left === right) return true;
  if (left.keys.length !== right.keys.length || !left.any !== !right.any) return false;
  if (left.any && right.any && !areEqualWildcards(left.any, right.any)) return false;
  return left.keys.every(
    (key, index) =>
      key === right.keys[index] &&
      areEqual(left.children[index] ?? leafNode, right.children[index] ?? leafNode),
  );
}

function areEqualWildcards(left: MaskNode, right: MaskNode): boolean {
  return isWildcardEnd(left) === isWildcardEnd(right) && areEqual(left, right);
}

/** The empty list of a node without children. */
const none: never[] = [];

/** The maximum number of children to move in a loop for an insertion. For more, `splice` is faster. */
const maxLoopMoves = 64;

/** A tree of entries that can grow. It is a valid tree at any time, so it needs no conversion. */
export class MutableMaskNode implements MaskNode {
  /** Number of keys and wildcards above. */
  readonly depth: number;
  keys: string[] = none;
  children: MutableMaskNode[] = none;
  any: MutableMaskNode | undefined = undefined;
  hasQuoted = false;
  isEnd = false;
  /** The child of the most recent path, without the wildcard. */
  latest: MutableMaskNode | undefined = undefined;
  /** The sibling that the path after this one led to. */
  follower: MutableMaskNode | undefined = undefined;
  /** Its key; empty for the root and for a wildcard. */
  readonly key: string;
  /** The position of the key in the parsed text; -1 if it was unescaped. */
  start = -1;

  constructor(depth = 0, key = "") {
    this.depth = depth;
    this.key = key;
  }

  /** Adds the child for the wildcard, which must not exist. */
  addAny(): MutableMaskNode {
    return (this.any = new MutableMaskNode(this.depth + 1));
  }

  /** Adds the child for a new key, at its index among the others. */
  make(key: string, index: number, needsQuotes: boolean): MutableMaskNode {
    if (needsQuotes) this.hasQuoted = true;
    const made = new MutableMaskNode(this.depth + 1, key);
    const { keys, children } = this;
    let at = keys.length;
    if (at === 0) {
      this.keys = [key];
      this.children = [made];
      return made;
    }
    if (at - index > maxLoopMoves) {
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
    path.reduce<MutableMaskNode>((tree, step) => tree.#at(step), this).isEnd = true;
  }

  #at(step: MaskStep): MutableMaskNode {
    if (step === wildcard) return this.any ?? this.addAny();
    const index = findKeyIndex(this.keys, step);
    const known = this.keys[index] === step ? this.children[index] : undefined;
    return known ?? this.make(step, index, !isPlainKey(step));
  }
}

/** The step of a path for every child. It differs from the key `"*"`. */
export const wildcard: unique symbol = Symbol("*");

/** One step of a path: a field name, an index, a key of a map, or the wildcard. */
export type MaskStep = string | typeof wildcard;

/** For each code unit up to 255: 1 if it is a letter, a digit or an underscore of ASCII, as in plain keys; otherwise 0. */
const plainUnits = Uint8Array.from({ length: 256 }, (_, unit) =>
  Number(/\w/.test(String.fromCharCode(unit))),
);

/** Whether a code unit can be part of a plain key. */
export function isPlain(unit: number): boolean {
  return plainUnits[unit] === 1;
}

function isPlainKey(key: string): boolean {
  for (let at = 0; at < key.length; at++) if (!isPlain(key.charCodeAt(at))) return false;
  return key !== "";
}

/**
 * Formats the canonical text of a tree: a leaf is `k`, one child is `k.child`, several are `k.(c1,c2)`, sorted by code unit.
 * The text is ASCII, because it is sent in a header.
 */
export function formatTree(node: MaskNode): string {
  if (node.hasQuoted) return formatQuoted(node);
  // An asterisk comes before the characters of plain keys, and so does what may follow such a key:
  // their entries are sorted as the tree has them.
  const { keys, children, any } = node;
  let text = any ? formatWildcard(any) : "";
  for (let at = 0; at < keys.length; at++) {
    const entry = formatEntry(keys[at] ?? "", children[at] ?? leafNode);
    text = text === "" ? entry : `${text},${entry}`;
  }
  return text;
}

/** Formats a node whose keys need quotation marks, which sort before an asterisk. */
function formatQuoted({ keys, children, any }: MaskNode): string {
  const quoted: string[] = [];
  let isSorted = true;
  const others: string[] = any ? [formatWildcard(any)] : [];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? "";
    const child = children[at] ?? leafNode;
    if (isPlainKey(key)) others.push(formatEntry(key, child));
    else if (isSimpleKey(key)) quoted.push(formatEntry(`"${key}"`, child));
    else {
      isSorted = false;
      quoted.push(formatEntry(inAscii(JSON.stringify(key)), child));
    }
  }
  if (!isSorted) quoted.sort();
  return quoted.concat(others).join(",");
}

/** Whether a key needs no escapes, and sorts before each longer key that begins with it. */
function isSimpleKey(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    if (unit <= 0x22 || unit > 0x7e || unit === 0x5c) return false;
  }
  return true;
}

/** Formats a key by the grammar: plain if possible, otherwise as a JSON string. */
export function formatKey(key: string): string {
  if (isPlainKey(key)) return key;
  return isSimpleKey(key) ? `"${key}"` : inAscii(JSON.stringify(key));
}

/** Formats a path by the grammar. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatKey).join(".");
}

function formatWildcard(any: MaskNode): string {
  return any.isEnd && !isLeaf(any) ? `*,${formatEntry("*", any)}` : formatEntry("*", any);
}

function formatEntry(key: string, node: MaskNode): string {
  const wildcards = node.any ? (node.any.isEnd && !isLeaf(node.any) ? 2 : 1) : 0;
  const count = node.keys.length + wildcards;
  if (count === 0) return key;
  return count === 1 ? `${key}.${formatTree(node)}` : `${key}.(${formatTree(node)})`;
}
