import type { Issue } from "./error.js";

/** The number of differences that are kept below one list or map. */
const maxIssuesPerValue = 1000;

/** The issues of a valid value. */
export const none: readonly Issue[] = [];

/**
 * Issues below one path, up to `maxIssuesPerValue`. Beyond that it keeps only the first rounded number, because a
 * rounded number makes the response unusable.
 */
export class IssueList {
  issues: readonly Issue[] = none;
  #own: Issue[] | undefined;
  // @if lists maps
  #isOver = false;

  // @if lists maps
  /** Reports whether the issues of a value would still be added. */
  wants(value: unknown): boolean {
    return this.issues.length < maxIssuesPerValue || (!this.#isOver && containsUnsafe(value));
  }

  add(found: readonly Issue[]): void {
    const isFull = this.issues.length >= maxIssuesPerValue;
    let issues = isFull ? none : found;
    // @if numbers
    issues = isFull ? found.filter(isRounded).slice(0, 1) : found;
    if (issues.length === 0) return;
    // @if lists maps
    this.#isOver = isFull;
    if (this.issues.length === 0) this.issues = issues;
    else {
      this.#own ??= [...this.issues];
      this.#own.push(...issues);
      this.issues = this.#own;
    }
  }
}

/** Reports whether an issue is a number that differs from the one that the server sent. */
export function isRounded({ kind }: Issue): boolean {
  return kind === "rounded";
}

/** Reports whether a value contains an integer that may have been rounded. */
export function containsUnsafe(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(containsUnsafe);
  return isUnsafe(value);
}

/** Reports whether a value is an integer that `JSON.parse` may have rounded. */
export function isUnsafe(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
