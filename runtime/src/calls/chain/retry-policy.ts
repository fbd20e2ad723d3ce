import { defaults } from "../../base/defaults.js";
import { invalidOption, requireKnownNames } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import type { RetryOptions } from "./call-options.js";
import { requireTimeoutMs } from "./timeout.js";

/** How failed attempts are repeated, complete. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

/** These hold unless a session, a client or a call says otherwise. Only the deadline limits attempts. */
export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: Infinity,
  baseDelayMs: defaults.baseDelayMs,
  maxDelayMs: defaults.maxDelayMs,
  maxRetryAfterMs: defaults.maxRetryAfterMs,
};

/** The policy of a session or a client: what its options say, or else the fallback; undefined for no retries. */
export function retryPolicy(
  options: RetryOptions | false | undefined,
  fallback: RetryPolicy | undefined,
): RetryPolicy | undefined {
  if (options === undefined) return fallback;
  return options === false ? undefined : requireRetryOptions(options, fallback);
}

/**
 * Fills what the options leave out, and checks the rest.
 *
 * @throws An OptionsError that names the option.
 */
export function requireRetryOptions(
  options: RetryOptions,
  fallback: RetryPolicy = defaultRetryPolicy,
): RetryPolicy {
  if (typeof options !== "object" || options === null) {
    throw invalidOption(
      "retry",
      `${describe(options)} is neither false nor options; write { maxAttempts: 3 }, or leave it out`,
    );
  }
  requireKnownNames(options, Object.keys(defaultRetryPolicy), "retry");
  const { maxAttempts } = options;
  if (maxAttempts !== undefined && (!Number.isInteger(maxAttempts) || maxAttempts < 1)) {
    throw invalidOption(
      "retry.maxAttempts",
      `${describe(maxAttempts)} is not a number of attempts; write 1 or more, or leave it out`,
    );
  }
  const time = (name: keyof RetryOptions): number =>
    options[name] === undefined ? fallback[name] : requireTimeoutMs(options[name], `retry.${name}`);
  return {
    maxAttempts: maxAttempts ?? fallback.maxAttempts,
    baseDelayMs: time("baseDelayMs"),
    maxDelayMs: time("maxDelayMs"),
    maxRetryAfterMs: time("maxRetryAfterMs"),
  };
}
