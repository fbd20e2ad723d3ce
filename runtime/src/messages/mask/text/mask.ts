/**
 * The mask: its text (`mask-parser.ts`, `mask-lexer.ts`), its entries as a tree (`mask-tree.ts`), and the typed builder
 * (`mask-builder.ts`). This folder does not use messages.
 *
 * @module
 */
import { MaskCursor } from "./mask-cursor.js";
import { parseMaskTree } from "./mask-parser.js";
import { areEqual, isLeaf, leafNode, type MaskNode, formatTree, joinNodes } from "./mask-tree.js";

/**
 * A reset mask: the fields that an Update clears. Unlike `google.protobuf.FieldMask`, it does not name the fields to set.
 * Immutable.
 */
export class Mask {
  readonly #createRoot: () => MaskNode;
  #root: MaskNode | undefined;
  #text: string | undefined;

  /**
   * Creates a mask, by default an empty one, with which an Update only sets what it sends. The tree may be a function beside
   * the canonical text. Then the tree is created on first use.
   */
  constructor(root: MaskNode | (() => MaskNode) = leafNode, text?: string) {
    this.#createRoot = typeof root === "function" ? root : () => root;
    this.#text = text;
  }

  /** The entries as a tree. */
  get root(): MaskNode {
    return (this.#root ??= this.#createRoot());
  }

  /** Whether the mask has no entry. */
  get isEmpty(): boolean {
    return this.#text === undefined ? isLeaf(this.root) : this.#text === "";
  }

  /** Returns the canonical text in ASCII, as sent in the header `X-ResetMask`. `parseMask` parses it. */
  toString(): string {
    return (this.#text ??= formatTree(this.root));
  }

  /** Returns the canonical text. */
  toJSON(): string {
    return this.toString();
  }

  /** Whether both masks have the same entries. */
  equals(other: Mask): boolean {
    return areEqual(this.root, other.root);
  }

  /**
   * Whether the mask has an entry at or under a path, so that an Update that omits the field clears it. Wildcards in the mask
   * count: `disks.*.size` contains `disks.3.size`, `disks.3` and `disks`. A wildcard in the path matches only a wildcard. A
   * path with groups is contained if all of its paths are.
   *
   * @throws MaskSyntaxError if the path is invalid.
   */
  contains(path: string): boolean {
    return !this.isEmpty && new MaskCursor([this.root]).contains(parseMaskTree(path));
  }

  /** Returns a mask with the entries of both. */
  union(other: Mask): Mask {
    return new Mask(joinNodes(this.root, other.root));
  }

  /** Returns the text when Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Mask(${this.toString()})`;
  }
}

/**
 * Parses a mask such as `spec.disks.*.(size,type)` or `labels."a.b"`. An empty text is the empty mask.
 *
 * @throws MaskSyntaxError with the position, and if depth or size exceed a limit after groups are expanded.
 */
export function parseMask(text: string): Mask {
  return new Mask(parseMaskTree(text));
}
