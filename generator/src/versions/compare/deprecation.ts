import type { What } from "../finding/finding.js";

/** What a deprecation is that comes, goes or says something else. */
export function deprecation(before: string | undefined, after: string | undefined): What[] {
  if (before === after) return [];
  return [after === undefined ? { kind: "restored" } : { kind: "deprecated", text: after }];
}
