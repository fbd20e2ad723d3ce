/**
 * The room of the mask itself: its text (`mask-parser`, `mask-lexer`), its entries as a tree
 * (`mask-tree`), and the typed builder by which callers write one (`mask-builder`). It knows
 * nothing of the messages that a mask is for.
 *
 * @module
 */
import { MaskCursor } from "./mask-cursor.js";
import { parseTree } from "./mask-parser.js";
import { areEqual, isLeaf, leafNode, type MaskNode, printTree, joinNodes } from "./mask-tree.js";

/**
 * A reset mask: which fields an Update may clear. It names what to reset, not
 * what to change, and so differs from `google.protobuf.FieldMask`. Immutable.
 */
export class Mask {
  readonly #makeRoot: () => MaskNode;
  #root: MaskNode | undefined;
  #text: string | undefined;

  /**
   * Without a tree, the empty mask: "change only what I send". The tree may
   * also be given as a function, with the canonical text beside it: then it is
   * made when something other than the text is asked for.
   */
  constructor(root: MaskNode | (() => MaskNode) = leafNode, text?: string) {
    this.#makeRoot = typeof root === "function" ? root : () => root;
    this.#text = text;
  }

  /** The entries as a tree, for the engine. */
  get root(): MaskNode {
    return (this.#root ??= this.#makeRoot());
  }

  /** Whether the mask has no entry. */
  get isEmpty(): boolean {
    return this.#text === undefined ? isLeaf(this.root) : this.#text === "";
  }

  /** The canonical text, in ASCII: what the header `X-ResetMask` carries. `parseMask` reads it back. */
  toString(): string {
    return (this.#text ??= printTree(this.root));
  }

  /** The canonical text. */
  toJSON(): string {
    return this.toString();
  }

  /** Whether both masks have the same entries. */
  equals(other: Mask): boolean {
    return areEqual(this.root, other.root);
  }

  /**
   * Whether the mask has an entry at or under a path, so that an Update that
   * does not carry what is there clears it. The mask's wildcards count:
   * `disks.*.size` contains `disks.3.size`, `disks.3` and `disks`. A wildcard
   * in the path asks for the wildcard itself. A path with groups is contained
   * when all of its paths are.
   *
   * @throws A `MaskSyntaxError` where the path is not one.
   */
  contains(path: string): boolean {
    return !this.isEmpty && new MaskCursor([this.root]).contains(parseTree(path));
  }

  /** A mask with the entries of both. */
  union(other: Mask): Mask {
    return new Mask(joinNodes(this.root, other.root));
  }

  /** Shows the text where Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Mask(${this.toString()})`;
  }
}

/**
 * Reads a mask: `spec.disks.*.(size,type)`, `labels."a.b"`. An empty text is
 * the empty mask.
 *
 * @throws A `MaskSyntaxError` that says where the text is wrong; depth and size
 * after expansion of groups are bounded.
 */
export function parseMask(text: string): Mask {
  return new Mask(parseTree(text));
}
