import { QueryError } from "./query-error.js";
import type { QueryValue } from "./query-value.js";

/** The limits of a query. */
export interface QueryLimits {
  /** The maximum number of values that are visited or made. Default: 20,000,000. */
  readonly maxSteps?: number | undefined;
  /** The maximum size of the result as JSON, in characters. Default: 64 Mi. */
  readonly maxResultLength?: number | undefined;
  /** The maximum time in milliseconds. Default: 5,000. */
  readonly maxMs?: number | undefined;
  /** The clock. */
  readonly nowMs?: (() => number) | undefined;
}

/** The number of steps between two looks at the clock. */
const stepsPerLook = 4_096;

/** Counts what a query costs and ends one that costs too much. */
export class Budget {
  readonly #maxSteps: number;
  readonly #maxResultLength: number;
  readonly #maxMs: number;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  #steps = 0;
  #nextLook = stepsPerLook;

  constructor({ maxSteps, maxResultLength, maxMs, nowMs }: QueryLimits = {}) {
    this.#maxSteps = maxSteps ?? 20_000_000;
    this.#maxResultLength = maxResultLength ?? 64 * 1024 * 1024;
    this.#maxMs = maxMs ?? 5_000;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#startMs = this.#nowMs();
  }

  /** Counts values that are visited, or characters of text that is made. @throws A QueryError if a limit is exceeded. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#maxSteps)
      throw new QueryError("limit", `the query takes more than ${this.#maxSteps} steps`);
    if (this.#steps < this.#nextLook) return;
    this.#nextLook = this.#steps + stepsPerLook;
    if (this.#nowMs() - this.#startMs > this.#maxMs)
      throw new QueryError("limit", `the query takes longer than ${this.#maxMs} ms`);
  }

  /**
   * Checks the size of a result before it is written. Its parts may be shared, so that it is much larger as text than in
   * memory.
   *
   * @throws A QueryError if it is too large.
   */
  requireSize(result: QueryValue): void {
    const left = this.#measure(result, this.#maxResultLength);
    if (left < 0)
      throw new QueryError("limit", `the result has more than ${this.#maxResultLength} characters of JSON`);
  }

  #measure(value: QueryValue, left: number): number {
    if (left < 0) return left;
    this.spend(1);
    if (typeof value === "string") return left - value.length - 3;
    if (typeof value !== "object" || value === null) return left - String(value).length - 1;
    let rest = left - 2;
    for (const [name, one] of Object.entries(value)) {
      rest = this.#measure(one, Array.isArray(value) ? rest : rest - name.length - 3);
      if (rest < 0) return rest;
    }
    return rest;
  }
}
