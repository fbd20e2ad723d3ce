import type { ConnectionFailure } from "../error/connection-failure.js";

/** Tokens that a retry costs. A successful call without retries returns one. */
const retryCost = 10;

/** Tokens at the start, and the maximum: 500 retries. */
const maxTokens = 500 * retryCost;

/**
 * Limits the retries to one endpoint while most of them fail (gRFC A6, "Throttling Retry Attempts and Hedged RPCs"). It
 * corresponds to `retryThrottling` of a gRPC service config, with `maxTokens` 500 and `tokenRatio` 0.1. It differs in
 * what is charged: a retry instead of a failure. A successful call returns the tokens of its retries. So the calls of
 * fifty callers survive an outage of one second, and a service that stays down gets a few hundred retries.
 *
 * All calls that one lost or failed connection affects pay for one retry together.
 */
export class RetryThrottle {
  #tokens = maxTokens;
  #paid: WeakSet<ConnectionFailure> | undefined;

  /** Takes the tokens of a retry. Returns false if there are not enough. */
  take(): boolean {
    if (this.#tokens < retryCost) return false;
    this.#tokens -= retryCost;
    return true;
  }

  /** Takes the tokens of one retry for all calls that a connection failure affects. Returns false if there are not enough. */
  takeFor(lost: ConnectionFailure): boolean {
    if (this.#paid?.has(lost)) return true;
    if (!this.take()) return false;
    (this.#paid ??= new WeakSet()).add(lost);
    return true;
  }

  /** Returns tokens after a successful call with that many retries. */
  give(retries: number): void {
    this.#tokens = Math.min(maxTokens, this.#tokens + Math.max(1, retries * retryCost));
  }

  /** The tokens that are left. */
  get tokens(): number {
    return this.#tokens;
  }
}

/** The retry throttles of a session, one for each endpoint. */
export class RetryThrottles {
  readonly #throttles = new Map<string, RetryThrottle>();

  /** Returns the throttle of an endpoint. */
  forEndpoint(endpointName: string): RetryThrottle {
    const known = this.#throttles.get(endpointName);
    if (known) return known;
    const throttle = new RetryThrottle();
    this.#throttles.set(endpointName, throttle);
    return throttle;
  }
}
