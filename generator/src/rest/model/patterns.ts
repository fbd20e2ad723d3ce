import { isLinear } from "@stratus/convention/pattern";
import type { SpecNode } from "../read/spec-node.js";
import type { Draft } from "./bounds.js";

/**
 * A pattern that guards check: by Unicode, as JSON Schema recommends; older
 * descriptions escape what that does not allow. One that a text of some server
 * could keep busy for longer than in proportion to its length is not checked.
 */
export function setPattern(draft: Draft, node: SpecNode): void {
  const pattern = String(node.value);
  const isLoose = [false, true].find((loose) => isExpression(pattern, loose));
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (isLoose === undefined) {
    const what = `The pattern ${shown} is not a regular expression of ECMAScript, so it is not checked`;
    node.warn(what, "Correct it", `pattern ${pattern}`);
  } else if (isKnownLinear(pattern, isLoose)) {
    draft.pattern = pattern;
    if (isLoose) draft.isLoosePattern = true;
  } else {
    const what = `The pattern ${shown} can take far more time than a text is long, so it is not checked`;
    const fix = "Begin it with ^, and let no two repetitions that follow each other take the same characters";
    node.warn(what, fix, `pattern ${pattern}`);
  }
}

function isExpression(pattern: string, isLoose: boolean): boolean {
  try {
    RegExp(pattern, isLoose ? "" : "u");
    return true;
  } catch {
    return false;
  }
}

/** Descriptions have one pattern in many places. */
const known = new Map<string, boolean>();
const maxKnown = 10_000;

function isKnownLinear(pattern: string, isLoose: boolean): boolean {
  const key = `${isLoose} ${pattern}`;
  const answer = known.get(key) ?? isLinear(pattern, isLoose);
  if (known.size < maxKnown) known.set(key, answer);
  return answer;
}
