/** How many tokens a budget has at first and at most. */
const capacity = 500;

/** What one retry takes from the budget. */
const retryCost = 5;

/**
 * A token bucket that bounds the retries against one endpoint, so that a service that
 * is down is not buried under repeated calls. A retry takes 5 of 500 tokens; a call
 * that succeeds puts back what its retries took, or 1 if it needed none.
 */
export class RetryBudget {
  #tokens = capacity;

  /** Takes the cost of a retry; false where the budget does not have it. */
  take(): boolean {
    if (this.#tokens < retryCost) return false;
    this.#tokens -= retryCost;
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
