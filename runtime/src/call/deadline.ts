import { describe } from "../text/value-text.js";
import { OptionsError, requireKnownNames } from "../text/options-error.js";
import type { Clock } from "../time/clock.js";
import { limited } from "./call-copy.js";
import type { CallLimit, Interceptor } from "./interceptor.js";

/** How long calls may take. Streams have no limit but their own `timeoutMs`. */
export interface Timeouts {
  /** Milliseconds for a whole call with authorization. Default 15 minutes. */
  readonly overallMs: number;
  /** Milliseconds for a request and its retries, after authorization. Default 60 seconds. */
  readonly requestMs: number;
  /** Milliseconds for one attempt. Default 20 seconds. */
  readonly attemptMs: number;
  /** Milliseconds until a connection must be established, including TLS and HTTP/2; for streams too. Default 10 seconds. */
  readonly connectMs: number;
}

/** What holds unless a session says otherwise. */
const defaultTimeouts: Timeouts = {
  overallMs: 15 * 60_000,
  requestMs: 60_000,
  attemptMs: 20_000,
  connectMs: 10_000,
};

/** The longest time that a timer of Node can wait, almost 25 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Checks a time before gRPC sees it, whose client ends the process on NaN.
 *
 * @throws An OptionsError that names the option.
 */
export function requireTimeoutMs(value: unknown, option: string): number {
  if (typeof value === "number" && value > 0 && value <= maxTimeoutMs) return value;
  throw new OptionsError(
    `${option}: ${describe(value)} is not a time; write milliseconds, more than 0 and at most ${maxTimeoutMs}`,
  );
}

/** Fills the times that a session's options leave out, and checks the others. */
export function resolveTimeouts(
  given: { readonly [Name in keyof Timeouts]?: number | undefined } = {},
): Timeouts {
  requireKnownNames(given, Object.keys(defaultTimeouts), "timeouts");
  const resolve = (name: keyof Timeouts): number =>
    given[name] === undefined ? defaultTimeouts[name] : requireTimeoutMs(given[name], `timeouts.${name}`);
  return {
    overallMs: resolve("overallMs"),
    requestMs: resolve("requestMs"),
    attemptMs: resolve("attemptMs"),
    connectMs: resolve("connectMs"),
  };
}

/**
 * Limits a request and its retries. Authorization comes before, so that waiting
 * for a token does not eat into it. The caller's `timeoutMs` takes its place,
 * and streams have none.
 */
export function requestDeadline(clock: Clock, requestMs: number): Interceptor {
  const limit: CallLimit = { option: "timeouts.requestMs", ms: requestMs };
  return (next) => (call) => {
    if (call.method.kind !== "unary" || call.options.timeoutMs !== undefined) return next(call);
    return next(limited(call, clock.nowMs() + requestMs, limit));
  };
}
