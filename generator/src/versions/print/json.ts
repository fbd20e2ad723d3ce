import type { Diff } from "../diff.js";

/** Prints the report as JSON for programs. The step is `none` if nothing changed. */
export function printJson(diff: Diff): string {
  return `${JSON.stringify({ ...diff, news: undefined, pages: undefined, step: diff.step ?? "none" }, undefined, 2)}\n`;
}
