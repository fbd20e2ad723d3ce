import { OptionsError, requireKnownNames } from "../text/options-error.js";
import { describe } from "../text/value-text.js";
import type { RetryOptions } from "./call-options.js";
import { requireTimeoutMs } from "./deadline.js";

/** How failed attempts are repeated, complete. */
export interface RetryPolicy {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Infinity where only the deadline limits them. */
  readonly maxAttempts: number;
}

/** What holds unless a session or a call says otherwise. */
export const defaultRetryPolicy: RetryPolicy = { baseDelayMs: 100, maxDelayMs: 5_000, maxAttempts: Infinity };

/**
 * Fills what the options leave out, and checks the rest.
 *
 * @throws An OptionsError that names the option.
 */
export function requireRetryOptions(
  options: RetryOptions,
  fallback: RetryPolicy = defaultRetryPolicy,
): RetryPolicy {
  requireKnownNames(options, Object.keys(defaultRetryPolicy), "retry");
  const { baseDelayMs, maxDelayMs, maxAttempts } = options;
  if (maxAttempts !== undefined && (!Number.isInteger(maxAttempts) || maxAttempts < 1)) {
    throw new OptionsError(
      `retry.maxAttempts: ${describe(maxAttempts)} is not a number of attempts; write 1 or more, or leave it out`,
    );
  }
  return {
    baseDelayMs:
      baseDelayMs === undefined ? fallback.baseDelayMs : requireTimeoutMs(baseDelayMs, "retry.baseDelayMs"),
    maxDelayMs:
      maxDelayMs === undefined ? fallback.maxDelayMs : requireTimeoutMs(maxDelayMs, "retry.maxDelayMs"),
    maxAttempts: maxAttempts ?? fallback.maxAttempts,
  };
}
