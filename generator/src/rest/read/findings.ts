import { Problems, type Problem } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";

/** Collects problems in a document that do not end the run, without duplicates. */
export class Findings {
  readonly #omitted = new Set<string>();
  readonly #problems = new Map<string, { problem: Problem; count: number }>();

  /** `problems`: those that were found before. */
  constructor(problems: readonly Problem[] = []) {
    for (const problem of problems) this.add(problem);
  }

  /** Adds a problem, unless there is one with the same key. */
  add(problem: Problem, key: string = JSON.stringify(problem)): void {
    if (!this.#problems.has(key)) this.#problems.set(key, { problem, count: 1 });
  }

  /** Adds the reason why a part is not generated. */
  omit(name: string, problem: Problem): void {
    this.#omitted.add(name);
    this.add(problem);
  }

  /** The parts that are not generated: `GET /pets`, `The path pets`. */
  get omitted(): readonly string[] {
    return [...this.#omitted];
  }

  /** Counts one more occurrence of the finding with this key. Returns false if there is none yet. */
  count(key: string): boolean {
    const known = this.#problems.get(key);
    if (known) known.count++;
    return known !== undefined;
  }

  /** Everything found, each with the number of places beyond the first. */
  get list(): readonly Problem[] {
    return [...this.#problems.values()].map(({ problem, count }) =>
      count === 1
        ? problem
        : { ...problem, what: `${problem.what} (here and in ${formatCount(count - 1, "more place")})` },
    );
  }
}

/** Runs `work`. If it throws `Problems`, returns the result of `otherwise`. Other errors are thrown. */
export function catchProblems<T>(work: () => T, otherwise: (problems: readonly Problem[]) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problems) return otherwise(error.list);
    throw error;
  }
}
