import type { Mask, MaskNode } from "../../runtime/src/messages/mask/index.js";
import { star, type Step } from "./random-mask.fixture.js";

/** The entries of a mask, each as its steps. */
export function entriesOfMask(mask: Mask): Step[][] {
  return below(mask.root).filter((steps) => steps.length > 0);
}

function below(node: MaskNode): Step[][] {
  const paths = node.keys.flatMap((key, index) => {
    const child = node.children[index];
    return child ? below(child).map((rest): Step[] => [key, ...rest]) : [];
  });
  if (node.any) paths.push(...below(node.any).map((rest): Step[] => [star, ...rest]));
  return paths.length > 0 ? paths : [[]];
}

/** The text of a path, every key quoted. */
export function textOf(steps: readonly Step[]): string {
  return steps.map((step) => (step === star ? "*" : JSON.stringify(step))).join(".");
}
