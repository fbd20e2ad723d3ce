import type { Diff } from "../diff.js";

/** The report for programs: as the plain data that it is, with the step `none` where nothing is different. */
export function printJson(diff: Diff): string {
  return `${JSON.stringify({ ...diff, news: undefined, pages: undefined, step: diff.step ?? "none" }, undefined, 2)}\n`;
}
