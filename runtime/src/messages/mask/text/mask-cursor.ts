import { findChild, formatKey, isLeaf, leafNode, type MaskNode } from "./mask-tree.js";

/** The part of a mask for one place of a message. It has several nodes, because wildcards apply beside the name. */
export class MaskCursor {
  readonly #nodes: readonly MaskNode[];

  constructor(nodes: readonly MaskNode[]) {
    this.#nodes = nodes;
  }

  /** Whether the mask has an entry at this place or under it. */
  get isNamed(): boolean {
    return this.#nodes.length > 0;
  }

  /** Whether an entry ends exactly here. */
  get isEnd(): boolean {
    return this.#nodes.some(isLeaf);
  }

  /** Whether an entry leads further from here. */
  get leadsOn(): boolean {
    return this.#nodes.some((node) => !isLeaf(node));
  }

  /** The names, indexes and keys at this place, without the wildcard. */
  get keys(): readonly string[] {
    const [only, ...others] = this.#nodes;
    if (only === undefined || others.length === 0) return only?.keys ?? [];
    return [...new Set(this.#nodes.flatMap((node) => node.keys))];
  }

  /** The part under the wildcard. */
  get any(): MaskCursor {
    return new MaskCursor(this.#nodes.flatMap(listWildcard));
  }

  /** Returns the part for a name, an index or a key, without that of the wildcard. */
  named(key: string): MaskCursor {
    return new MaskCursor(this.#nodes.flatMap((node) => findChild(node, key) ?? []));
  }

  /** The steps of the first entry from here, as text. */
  get firstPath(): readonly string[] {
    const [key] = this.keys;
    if (key !== undefined) return [formatKey(key), ...this.at(key).firstPath];
    return this.any.isNamed ? ["*", ...this.any.firstPath] : [];
  }

  /** Returns the part for a field, an index or a key, with that of the wildcard. */
  at(key: string): MaskCursor {
    if (this.#nodes.length === 0) return this;
    const below: MaskNode[] = [];
    for (const node of this.#nodes) {
      const named = findChild(node, key);
      if (named) below.push(named);
      below.push(...listWildcard(node));
    }
    return new MaskCursor(below);
  }

  /** Whether this part has all entries of a tree. */
  contains(tree: MaskNode): boolean {
    if (!this.isNamed) return false;
    if (tree.any) {
      const below = this.#nodes.flatMap(listWildcard);
      if (!new MaskCursor(below).contains(tree.any)) return false;
    }
    return tree.keys.every((key, index) => {
      const child = tree.children[index];
      return child !== undefined && this.at(key).contains(child);
    });
  }
}

/** Lists the node of a wildcard, and a leaf beside it if an entry ends there though others lead further. */
function listWildcard({ any }: MaskNode): readonly MaskNode[] {
  if (any === undefined) return [];
  return any.isEnd && !isLeaf(any) ? [any, leafNode] : [any];
}

/** The part of an empty mask. */
export const noMask: MaskCursor = new MaskCursor([]);
