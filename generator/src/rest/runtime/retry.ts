import type { RetryOptions } from "./call-options.js";
import type { ApiError } from "./error.js";
import type { Operation } from "./operation.js";
import { readValues, type OptionTable } from "./option-table.js";
import type { PreparedRequest } from "./request.js";

/** The option `retry` with all its defaults. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

const table: OptionTable<RetryOptions> = {
  maxAttempts: [4, 1],
  baseDelayMs: [100, 0],
  maxDelayMs: [5000, 0],
  maxRetryAfterMs: [30_000, 0],
};

/** Reads the option `retry` over an inherited policy; `false` is one attempt. Error messages begin with `prefix`. */
export function readRetryPolicy(
  given: RetryOptions | false = {},
  inherited?: RetryPolicy,
  prefix = "",
): RetryPolicy {
  return readValues(given || { maxAttempts: 1 }, table, inherited, `${prefix}retry.`) as RetryPolicy;
}

/** The methods that are not idempotent (RFC 9110, section 9.2.2): a request without a response may have been processed. */
const methodsWithoutRetry = /^(?:POST|PATCH)$/;

/** The statuses, and the codes of failures without a response, that a retry may resolve. */
const retryable = /^(?:408|429|50[0234]|UNAVAILABLE|DEADLINE_EXCEEDED)$/;

/** Returns the client's policy for an operation. POST and PATCH get one attempt unless they have an idempotency key. */
export function resolveRetryPolicy(client: RetryPolicy, { addKey, method }: Operation<unknown>): RetryPolicy {
  return addKey || !methodsWithoutRetry.test(String(method)) ? client : { ...client, maxAttempts: 1 };
}

/** The end of an attempt: a response, or an error without one. */
type Ending = Partial<Pick<ApiError, "code" | "status" | "headers">>;

/**
 * Returns the pause after an attempt (counted from 1) in milliseconds, or `Infinity` if there is no
 * other attempt. The backoff is exponential with full jitter, so that clients that failed together do not retry together. A longer pause that the server requests wins.
 */
export async function findRetryDelayMs(
  { maxAttempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
  attempt: number,
  { isSingleUse }: Pick<PreparedRequest, "isSingleUse">,
  { code, status, headers }: Ending,
  random = Math.random,
): Promise<number> {
  // A body that can be read once cannot be sent twice, whatever the call sets.
  if (isSingleUse || attempt >= maxAttempts || !retryable.test(String(code ?? status))) return Infinity;
  // A module cannot be loaded without a connection, but a response proves that there is one.
  const requestedMs = (headers && (await import("./retry-after.js")).readRetryAfterMs(headers)) ?? 0;
  if (requestedMs > maxRetryAfterMs) return Infinity;
  return Math.max(requestedMs, random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}
