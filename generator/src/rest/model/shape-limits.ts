import type { Shape } from "../runtime/shape.js";
import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readLimit } from "./keywords.js";

/** A shape while it is read. */
export type ShapeDraft = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Sets a limit. Adds a finding if its value is invalid. */
export function setLimit(draft: ShapeDraft, keyword: string, value: SpecNode, node: SpecNode): void {
  catchProblems(
    () => void Object.assign(draft, { [keyword]: readLimit(keyword, value, node) }),
    (problems) => node.addFindings(problems),
  );
}

/** Sets an exclusive limit: a number in OpenAPI 3.1, and `true` beside `minimum` or `maximum` in OpenAPI 3.0. */
export function setExclusiveLimit(
  draft: ShapeDraft,
  keyword: "exclusiveMinimum" | "exclusiveMaximum",
  value: SpecNode,
  node: SpecNode,
): void {
  const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  if (typeof value.value === "number") draft[keyword] = value.value;
  else if (value.value === true) {
    const limit = node.get(bound)?.value;
    if (typeof limit === "number") draft[keyword] = limit;
    else node.warn(`${keyword} has no ${bound}, so it is not checked`, `Give a ${bound}`);
  } else if (value.value !== false)
    value.warn(`${keyword} is not a number, so it is not checked`, "Give a number");
}

/** Drops an inclusive limit that an exclusive limit makes redundant, because OpenAPI 3.0 writes both. */
export function dropRedundantLimits(draft: ShapeDraft): void {
  if (Number(draft.minimum) <= Number(draft.exclusiveMinimum)) delete draft.minimum;
  if (Number(draft.maximum) >= Number(draft.exclusiveMaximum)) delete draft.maximum;
}
