import type { Difference } from "../finding/finding.js";

/** Finds a deprecation that was added, removed or reworded. */
export function compareDeprecation(before: string | undefined, after: string | undefined): Difference[] {
  if (before === after) return [];
  return [after === undefined ? { kind: "restored" } : { kind: "deprecated", text: after }];
}
