import type { Shape } from "../runtime/shape.js";
import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readLimit } from "./keywords.js";

/** A shape that is being read. */
export type Draft = { -readonly [Key in keyof Shape]: Shape[Key] };

/** A bound that is a number; what is none is noted. */
export function setLimit(draft: Draft, keyword: string, value: SpecNode, node: SpecNode): void {
  catchProblems(
    () => void Object.assign(draft, { [keyword]: readLimit(keyword, value, node) }),
    (problems) => node.addFindings(problems),
  );
}

/** A number since JSON Schema of 2019; before, `true` beside a `minimum`. */
export function exclude(
  draft: Draft,
  keyword: "exclusiveMinimum" | "exclusiveMaximum",
  value: SpecNode,
  node: SpecNode,
): void {
  const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
  if (typeof value.value === "number") draft[keyword] = value.value;
  else if (value.value === true) {
    const limit = node.get(bound)?.value;
    if (typeof limit === "number") draft[keyword] = limit;
    else node.warn(`${keyword} stands without ${bound}, so it is not checked`, `Give a ${bound}`);
  } else if (value.value !== false)
    value.warn(`${keyword} is not a number, so it is not checked`, "Give a number");
}

/** A bound says nothing beside one that leaves out its own value; OpenAPI 3.0 writes both. */
export function dropWeaker(draft: Draft): void {
  if (Number(draft.minimum) <= Number(draft.exclusiveMinimum)) delete draft.minimum;
  if (Number(draft.maximum) >= Number(draft.exclusiveMaximum)) delete draft.maximum;
}
