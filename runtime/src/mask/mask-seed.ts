import { leafNode, type MaskNode } from "./mask-node.js";

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
