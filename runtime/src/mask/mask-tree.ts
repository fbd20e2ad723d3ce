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
export function childOf<Node extends MaskNode>(
  node: MaskNode & { readonly children: readonly Node[] },
  key: string,
): Node | undefined {
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
    children.push(right.keys[at] === key ? unionOf(mine, right.children[at++] ?? leafNode) : mine);
  }
  keys.push(...right.keys.slice(at));
  children.push(...right.children.slice(at));
  return {
    keys,
    children,
    any: left.any && right.any ? unionOf(left.any, right.any) : (left.any ?? right.any),
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

/** Above so many children they are found by a map: to make one costs more than to compare a few names. */
const mostCompared = 48;

/** What a node without children has in place of a list of them. */
const none: never[] = [];

/** A tree of entries while it is built. Its nodes become those of the finished tree, lest each be made twice. */
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
  /** The child that was made last, the wildcard aside. */
  newest: MaskSeed | undefined = undefined;
  /** The key under which it stands; empty for the root and under a wildcard. */
  readonly key: string;
  #byKey: Map<string, MaskSeed> | undefined = undefined;
  #isSorted = true;

  constructor(depth = 0, key = "") {
    this.depth = depth;
    this.key = key;
  }

  /** The child for a key, or for the wildcard; undefined where it is not there yet. */
  find(step: MaskStep): MaskSeed | undefined {
    if (step === wildcard) return this.any;
    if (this.#byKey) return this.#byKey.get(step);
    const { keys } = this;
    for (let at = 0; at < keys.length; at++) if (keys[at] === step) return this.children[at];
    return undefined;
  }

  /** Makes the child for a key, or for the wildcard, that is not there yet. A key may be known to need no quotes. */
  make(step: MaskStep, isPlain = false): MaskSeed {
    if (step === wildcard) return (this.any = new MaskSeed(this.depth + 1));
    if (!isPlain && !isPlainKey(step)) this.hasQuoted = true;
    const made = new MaskSeed(this.depth + 1, step);
    const { length } = this.keys;
    if (length === 0) {
      this.newest = made;
      this.keys = [step];
      this.children = [made];
      return made;
    }
    if (this.newest && step < this.newest.key) this.#isSorted = false;
    this.newest = made;
    this.keys.push(step);
    this.children.push(made);
    if (this.#byKey) this.#byKey.set(step, made);
    else if (length === mostCompared) {
      this.#byKey = new Map(this.children.map((child) => [child.key, child]));
    }
    return made;
  }

  /** Adds one entry. */
  add(path: readonly MaskStep[]): void {
    path.reduce<MaskSeed>((seed, step) => seed.find(step) ?? seed.make(step), this).isEnd = true;
  }

  /** The finished tree; nothing may be added any more. */
  grow(): this {
    if (!this.#isSorted) this.#sort();
    this.#byKey = undefined;
    for (const child of this.children) if (child.keys !== none || child.any) child.grow();
    this.any?.grow();
    return this;
  }

  #sort(): void {
    this.children.sort((left, right) => (left.key < right.key ? -1 : 1));
    for (let at = 0; at < this.children.length; at++) this.keys[at] = this.children[at]?.key ?? "";
  }
}

/** The step of a path that stands for every child. Not the key "*". */
export const wildcard: unique symbol = Symbol("*");

/** One step of a path: a field name, an index, a key of a map, or the wildcard. */
export type MaskStep = string | typeof wildcard;

/** A letter, digit or underscore of ASCII, of which plain keys are made. */
export function isPlain(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
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

/** The same where keys need quotation marks, which come before an asterisk. */
function printQuoted({ keys, children, any }: MaskNode): string {
  const quoted: string[] = [];
  let isSorted = true;
  const others: string[] = any ? [printEntry("*", any)] : [];
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? "";
    const child = children[at] ?? leafNode;
    if (isPlainKey(key)) others.push(printEntry(key, child));
    else {
      if (!isSimpleKey(key)) isSorted = false;
      quoted.push(printEntry(printKey(key), child));
    }
  }
  if (!isSorted) quoted.sort();
  return quoted.concat(others).join(",");
}

/** Whether a key stands between quotation marks as it is, and before each longer key that begins with it. */
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
