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

/** How many nodes lie under a node. */
export function countNodes(node: MaskNode): number {
  const below = node.any ? [...node.children, node.any] : node.children;
  return below.reduce((sum, child) => sum + 1 + countNodes(child), 0);
}
