import { isLeaf, leafNode, type MaskNode, formatKey } from "./mask-tree.js";

/**
 * Formats a tree with one group for keys that have the same entries below them: `(a,b,c).size`. It parses as the same mask,
 * but is not the canonical text.
 */
export function formatGrouped(node: MaskNode): string {
  return formatGroups(node).join(",");
}

/** Formats each group of keys with the entries below them. */
function formatGroups(node: MaskNode): readonly string[] {
  const keysByText = new Map<string, string[]>();
  const add = (key: string, child: MaskNode): void => {
    const below = isLeaf(child) ? "" : wrapGroup(formatGroups(child));
    const keys = keysByText.get(below);
    if (keys) keys.push(key);
    else keysByText.set(below, [key]);
  };
  if (node.any?.isEnd) add("*", leafNode);
  if (node.any && !(node.any.isEnd && isLeaf(node.any))) add("*", node.any);
  for (const [at, key] of node.keys.entries()) add(formatKey(key), node.children[at] ?? leafNode);
  return Array.from(keysByText).flatMap(([below, keys]) =>
    below === "" ? keys : `${wrapGroup(keys)}.${below}`,
  );
}

function wrapGroup(entries: readonly string[]): string {
  return entries.length === 1 ? entries.join() : `(${entries.join(",")})`;
}
