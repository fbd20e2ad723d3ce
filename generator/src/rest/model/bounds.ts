import type { Shape } from "../runtime/shape.js";
import { attempt } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readLimit } from "./keywords.js";

/** A shape that is being read. */
export type Draft = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Sets a limit that is a number, and records a problem for any other value. */
export function setLimit(draft: Draft, keyword: string, value: SpecNode, node: SpecNode): void {
  attempt(
    () => void Object.assign(draft, { [keyword]: readLimit(keyword, value, node) }),
    (problems) => node.keep(problems),
  );
}

/** Sets an exclusive bound: a number since JSON Schema 2019-09, or `true` together with `minimum` before. */
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
    else node.note(`${keyword} is set without ${bound}, so it is not checked`, `Give a ${bound}`);
  } else if (value.value !== false)
    value.note(`${keyword} is not a number, so it is not checked`, "Give a number");
}

/** Removes an inclusive bound that the exclusive one implies. OpenAPI 3.0 has both. */
export function dropWeaker(draft: Draft): void {
  if (Number(draft.minimum) <= Number(draft.exclusiveMinimum)) delete draft.minimum;
  if (Number(draft.maximum) >= Number(draft.exclusiveMaximum)) delete draft.maximum;
}
