import { isLinear } from "@stratus/convention/pattern";
import type { SpecNode } from "../read/spec-node.js";
import type { ShapeDraft } from "./shape-limits.js";

/** Whether a pattern of property names is a regular expression that takes linear time. */
export function isUsablePattern(pattern: string): boolean {
  return isExpression(pattern, false) && isKnownLinear(pattern, false);
}

/**
 * Sets the pattern that a guard checks. It is compiled with the flag `u`, as JSON Schema recommends, or without it if it
 * has escapes that `u` forbids. A pattern that may take more than linear time is not checked, because a server could
 * block the program with one string.
 */
export function setPattern(draft: ShapeDraft, node: SpecNode): void {
  const pattern = String(node.value);
  const isLoose = [false, true].find((loose) => isExpression(pattern, loose));
  const shown = JSON.stringify(pattern.slice(0, 100));
  if (isLoose === undefined) {
    const what = `The pattern ${shown} is not a regular expression of ECMAScript, so it is not checked`;
    node.warn(what, "Correct it", `pattern ${pattern}`);
  } else if (isLoose && foreignSyntax.test(pattern)) {
    const what = `The pattern ${shown} is written for another language than ECMAScript, so it is not checked`;
    node.warn(what, "Write ^ and $ for its ends, and a list for a named class", `pattern ${pattern}`);
  } else if (neverMatches(pattern)) {
    const what = `The pattern ${shown} matches no text, so it is not checked`;
    node.warn(what, "Leave out the delimiters and flags, and let it begin with ^", `pattern ${pattern}`);
  } else if (isKnownLinear(pattern, isLoose)) {
    draft.pattern = pattern;
    if (isLoose) draft.isLoosePattern = true;
  } else {
    const what = `The pattern ${shown} can take more than linear time, so it is not checked`;
    const fix = "Begin it with ^, and let no two repetitions that follow each other take the same characters";
    node.warn(what, fix, `pattern ${pattern}`);
  }
}

/** Syntax that ECMAScript reads as plain text: `\\A`, `\\z`, `\\Q` and the like, and named classes such as `[[:alpha:]]`. */
const foreignSyntax = /(?:^|[^\\])(?:\\\\)*\\[AaCEeGghHKlLmNoPpQRUVXyYzZ]|\[\[?\^?:\w+:\]/;

/** Whether a pattern has text before `^` or after `$`, such as the delimiters of `/^[a-z]+$/i`. */
function neverMatches(pattern: string): boolean {
  const isStartInside = /^(?:[^\\()[\]{}|?*+.^$]|\\[^bB])+\^/.test(pattern);
  const isDelimited = /^\/[^|]*[^\\]\$\/[a-z]*$/.test(pattern);
  return isStartInside || isDelimited || hasTextAfterEnd(pattern);
}

/** Whether text follows a `$` outside of groups and lists, in a pattern without alternatives. */
function hasTextAfterEnd(pattern: string): boolean {
  const plain = pattern.replace(/\\[^]/g, "x").replace(/\[[^\]]*\]/g, "x");
  return !/[|(]/.test(plain) && /\$+[^$?*{]/.test(plain);
}

function isExpression(pattern: string, isLoose: boolean): boolean {
  try {
    RegExp(pattern, isLoose ? "" : "u");
    return true;
  } catch {
    return false;
  }
}

/** Results by pattern, because descriptions repeat patterns. */
const known = new Map<string, boolean>();
const maxKnown = 10_000;

function isKnownLinear(pattern: string, isLoose: boolean): boolean {
  const key = `${isLoose} ${pattern}`;
  const isSafe = known.get(key) ?? isLinear(pattern, isLoose);
  if (known.size < maxKnown) known.set(key, isSafe);
  return isSafe;
}
