import { isLeaf, leafNode, type MaskNode, printKey } from "./mask-tree.js";

/**
 * The text of a tree in which keys with the same entries below them are one group: `(a,b,c).size`. It is read back as
 * the same mask, and is not its canonical text.
 */
export function printGrouped(node: MaskNode): string {
  return groups(node).join(",");
}

/** The text of each group of keys, with what is below them. */
function groups(node: MaskNode): readonly string[] {
  const keysOf = new Map<string, string[]>();
  const add = (key: string, child: MaskNode): void => {
    const below = isLeaf(child) ? "" : inGroup(groups(child));
    const keys = keysOf.get(below);
    if (keys) keys.push(key);
    else keysOf.set(below, [key]);
  };
  if (node.any) add("*", node.any);
  for (const [at, key] of node.keys.entries()) add(printKey(key), node.children[at] ?? leafNode);
  return Array.from(keysOf).flatMap(([below, keys]) => (below === "" ? keys : `${inGroup(keys)}.${below}`));
}

function inGroup(entries: readonly string[]): string {
  return entries.length === 1 ? entries.join() : `(${entries.join(",")})`;
}
