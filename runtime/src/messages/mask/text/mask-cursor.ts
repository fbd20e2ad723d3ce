import { findChild, isLeaf, type MaskNode, printKey } from "./mask-tree.js";

/**
 * The part of a mask that applies to one place of a message: the named part
 * and the wildcard parts together, hence several nodes.
 */
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

  /** Whether an entry goes on from here. */
  get leadsOn(): boolean {
    return this.#nodes.some((node) => !isLeaf(node));
  }

  /** The names, indexes and keys that the mask has here, the wildcard aside. */
  get keys(): readonly string[] {
    const [only, ...others] = this.#nodes;
    if (only === undefined || others.length === 0) return only?.keys ?? [];
    return [...new Set(this.#nodes.flatMap((node) => node.keys))];
  }

  /** The part under the wildcard alone. */
  get any(): MaskCursor {
    return new MaskCursor(this.#nodes.flatMap((node) => node.any ?? []));
  }

  /** The part for a name, an index or a key, that of the wildcard aside. */
  named(key: string): MaskCursor {
    return new MaskCursor(this.#nodes.flatMap((node) => findChild(node, key) ?? []));
  }

  /** The steps of one entry from here on, as text. */
  get firstPath(): readonly string[] {
    const [key] = this.keys;
    if (key !== undefined) return [printKey(key), ...this.at(key).firstPath];
    return this.any.isNamed ? ["*", ...this.any.firstPath] : [];
  }

  /** The part for a field, an index or a key. */
  at(key: string): MaskCursor {
    if (this.#nodes.length === 0) return this;
    const below: MaskNode[] = [];
    for (const node of this.#nodes) {
      const named = findChild(node, key);
      if (named) below.push(named);
      if (node.any) below.push(node.any);
    }
    return new MaskCursor(below);
  }

  /** Whether all entries of a tree are here. */
  contains(tree: MaskNode): boolean {
    if (!this.isNamed) return false;
    if (tree.any) {
      const below = this.#nodes.flatMap((node) => node.any ?? []);
      if (!new MaskCursor(below).contains(tree.any)) return false;
    }
    return tree.keys.every((key, index) => {
      const child = tree.children[index];
      return child !== undefined && this.at(key).contains(child);
    });
  }
}

/** No part of any mask. */
export const noMask: MaskCursor = new MaskCursor([]);
