import type { BrokenWay } from "../error/broken-way.js";

/** What a retry takes, of the tokens that a success gives one of. */
const retryCost = 10;

/** How many tokens a budget holds at first and at most: 500 retries. */
const capacity = 500 * retryCost;

/**
 * A token bucket that bounds the retries against one endpoint, so that a service that
 * is down is not buried under repeated calls. A retry takes one of 500; a call that
 * succeeds puts back what its retries took, or a tenth if it needed none; a call that
 * fails puts back nothing. So fifty callers are carried over an outage of a second,
 * in which each retries four or five times, and a service that stays down gets its
 * calls and a few hundred retries. A connection that is lost, or that cannot be made, is
 * one event, however many calls it takes down: one retry for all of them.
 */
export class RetryBudget {
  #tokens = capacity;
  readonly #paid = new WeakSet<BrokenWay>();

  /** Takes a retry; false if the budget does not have it. */
  take(): boolean {
    if (this.#tokens < retryCost) return false;
    this.#tokens -= retryCost;
    return true;
  }

  /** Takes one retry for all the calls that a connection took down, or that waited for one in vain; false if the budget does not have it. */
  takeFor(lost: BrokenWay): boolean {
    if (this.#paid.has(lost)) return true;
    if (!this.take()) return false;
    this.#paid.add(lost);
    return true;
  }

  /** Gives back after a success that needed so many retries. */
  give(retries: number): void {
    this.#tokens = Math.min(capacity, this.#tokens + Math.max(1, retries * retryCost));
  }

  /** Tokens left. */
  get tokens(): number {
    return this.#tokens;
  }
}

/** The budgets of one session, one for each endpoint. */
export class RetryBudgets {
  readonly #budgets = new Map<string, RetryBudget>();

  /** The budget of an endpoint by its name. */
  of(endpointName: string): RetryBudget {
    const known = this.#budgets.get(endpointName);
    if (known) return known;
    const budget = new RetryBudget();
    this.#budgets.set(endpointName, budget);
    return budget;
  }
}
