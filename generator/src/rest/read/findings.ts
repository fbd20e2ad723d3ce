import { Problems, type Problem } from "../../kit/problem.js";
import { counted } from "../../kit/text/counted.js";

/**
 * Collects the findings of a run about a document, without duplicates.
 */
export class Findings {
  readonly #leftOut = new Set<string>();
  readonly #notes = new Map<string, { problem: Problem; count: number }>();

  /** Notes something, the same thing once. */
  add(problem: Problem, key: string = JSON.stringify(problem)): void {
    if (!this.#notes.has(key)) this.#notes.set(key, { problem, count: 1 });
  }

  /** Notes why something is not generated at all. */
  leaveOut(name: string, problem: Problem): void {
    this.#leftOut.add(name);
    this.add(problem);
  }

  /** The parts that are not generated: `GET /pets`, `The path pets`. */
  get leftOut(): readonly string[] {
    return [...this.#leftOut];
  }

  /** Counts one more occurrence of the finding with this key. Returns false if there is none yet. */
  count(key: string): boolean {
    const known = this.#notes.get(key);
    if (known) known.count++;
    return known !== undefined;
  }

  /** Everything found, each with the number of places beyond the first. */
  get list(): readonly Problem[] {
    return [...this.#notes.values()].map(({ problem, count }) =>
      count === 1
        ? problem
        : { ...problem, what: `${problem.what} (here and in ${counted(count - 1, "more place")})` },
    );
  }
}

/** Does something; what it finds wrong goes to `otherwise`, all else is thrown. */
export function attempt<T>(work: () => T, otherwise: (problems: readonly Problem[]) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problems) return otherwise(error.list);
    throw error;
  }
}
