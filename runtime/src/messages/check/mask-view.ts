import { type Mask, parseMask } from "../mask/text/mask.js";
import { findChild, isLeaf, joinNodes, type MaskNode } from "../mask/text/mask-tree.js";
import type { MaskView } from "./walk.js";

/** Creates the view of a reset mask for checks. It is a separate module, because only Updates need the mask parser. */
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
    const named = findChild(this.#node, name);
    const { any } = this.#node;
    const found = named && any ? joinNodes(named, any) : (named ?? any);
    return found && new NodeView(found);
  }
}
