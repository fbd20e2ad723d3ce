/* Copied by `stratus openapi` from src/rest/runtime/retry.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { RetryOptions } from "./call-options.js";
import { CatalogueError, type ErrorCode } from "./error.js";
import type { Operation } from "./operation.js";
import { readNumbers, type OptionTable } from "./option-table.js";
import type { PreparedRequest } from "./request.js";

/** The option `retry`, complete. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

const table: OptionTable<RetryOptions> = {
  maxAttempts: [4, 1],
  baseDelayMs: [100, 0],
  maxDelayMs: [5000, 0],
  maxRetryAfterMs: [30_000, 0],
};

/** The option `retry`, else the policy that holds already; `false` is one attempt. `place` comes before names in errors. */
export function readRetry(given: RetryOptions | false = {}, holding?: RetryPolicy, place = ""): RetryPolicy {
  return readNumbers(given || { maxAttempts: 1 }, table, holding, `${place}retry.`) as RetryPolicy;
}

/** RFC 9110, section 9.2.2: nobody knows whether a request that got no answer has arrived. */
const methodsSentOnce: readonly string[] = ["POST", "PATCH"];

/** Statuses, and failures without an answer, that may be gone a moment later. */
const passing: readonly (number | ErrorCode)[] = [
  408,
  429,
  500,
  502,
  503,
  504,
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
];

/** The policy for the calls of an operation: the client's, which makes no method repeatable. */
export function retryFor(client: RetryPolicy, { addKey }: Operation<unknown>, method: string): RetryPolicy {
  return addKey || !methodsSentOnce.includes(method) ? client : { ...client, maxAttempts: 1 };
}

/**
 * The wait after an attempt (counted from 1), in milliseconds, or `"stop"`. It
 * has full jitter: anything from 0 to a bound that doubles, so that clients that
 * failed together do not come back together; or what the server asks for, if
 * that is more.
 */
export async function nextWaitMs(
  { maxAttempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
  attempt: number,
  { isOnce }: Pick<PreparedRequest, "isOnce">,
  result: Response | CatalogueError,
  random = Math.random,
): Promise<number | "stop"> {
  const isError = result instanceof CatalogueError;
  // A body that can be read once cannot be sent twice, whatever the call says.
  const isLast = isOnce || attempt >= maxAttempts;
  if (isLast || !passing.includes(isError ? result.code : result.status)) return "stop";
  // Without a connection nothing can be loaded; with an answer it can.
  const askedMs = isError ? 0 : ((await import("./retry-after.js")).retryAfterMs(result.headers) ?? 0);
  if (askedMs > maxRetryAfterMs) return "stop";
  return Math.max(askedMs, random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}
