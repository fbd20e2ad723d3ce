import { type Mask, parseMask } from "../mask/text/mask.js";
import { findChild, isLeaf, joinNodes, type MaskNode } from "../mask/text/mask-tree.js";
import type { MaskView } from "./walk.js";

/** A reset mask as the checks look at it; by itself, since only Updates need what reads masks. */
export function viewMask(mask: Mask | string): MaskView {
  return new NodeView((typeof mask === "string" ? parseMask(mask) : mask).root);
}

class NodeView implements MaskView {
  readonly #node: MaskNode;

  constructor(node: MaskNode) {
    this.#node = node;
  }

  get isEnd(): boolean {
    return isLeaf(this.#node);
  }

  child(name: string): MaskView | undefined {
    const own = findChild(this.#node, name);
    const { any } = this.#node;
    const found = own && any ? joinNodes(own, any) : (own ?? any);
    return found && new NodeView(found);
  }
}
