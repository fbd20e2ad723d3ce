import { defaults } from "../../base/defaults.js";
import type { Method } from "../rpc/service.js";
import type { Clock } from "../../base/time/clock.js";
import { withDeadline } from "./call-copy.js";
import type { CallLimit, Interceptor, OutgoingCall } from "./interceptor.js";
import { requireLimitMs, requireTimeoutMs } from "./timeout.js";

/** How long calls may take, in milliseconds; Infinity for no limit. Streams have no limit but their own `timeoutMs`. */
export interface Timeouts {
  /** Names of the limits that the program has not set. */
  readonly unset: readonly string[];
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly overallTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

/** The time limits that `false` removes. */
type LimitName = "timeoutMs" | "attemptTimeoutMs" | "overallTimeoutMs";

/** Time limits, all of them optional. */
export interface GivenTimeouts extends Partial<Record<LimitName, number | false | undefined>> {
  readonly connectTimeoutMs?: number | undefined;
}

/** Validates the given time limits and adds the defaults. */
export function resolveTimeouts(given: GivenTimeouts = {}): Timeouts {
  const resolve = (name: LimitName): number =>
    given[name] === undefined ? defaults[name] : requireLimitMs(given[name], name);
  const { connectTimeoutMs = defaults.connectTimeoutMs } = given;
  return {
    unset: (["timeoutMs", "attemptTimeoutMs"] as const).filter((name) => given[name] === undefined),
    timeoutMs: resolve("timeoutMs"),
    attemptTimeoutMs: resolve("attemptTimeoutMs"),
    overallTimeoutMs: resolve("overallTimeoutMs"),
    connectTimeoutMs: requireTimeoutMs(connectTimeoutMs, "connectTimeoutMs"),
  };
}

/** Returns the milliseconds of one login: `timeoutMs` of the session, or its default, since a login always has a limit. */
export function loginTimeoutMs({ timeoutMs }: Timeouts): number {
  return timeoutMs === Infinity ? defaults.timeoutMs : timeoutMs;
}

/** Returns the limit of a client's calls: the client's option, or the session's. */
export function clientLimit(
  name: "timeoutMs" | "attemptTimeoutMs",
  client: GivenTimeouts,
  session: Timeouts,
): CallLimit {
  const own = client[name];
  const reason = name === "timeoutMs" ? "REQUEST_TIMEOUT" : "ATTEMPT_TIMEOUT";
  if (own === undefined)
    return {
      option: `${name} of the session`,
      ms: session[name],
      isDefault: session.unset.includes(name) || undefined,
      reason,
    };
  return { option: `${name} of the client`, ms: requireLimitMs(own, name), reason };
}

/**
 * Limits a request and its retries. Authorization comes before this step, so a slow token does not use up the time.
 * The caller's `timeoutMs` replaces this limit. Streams have none.
 */
export function requestDeadline(clock: Clock, limit: CallLimit): Interceptor {
  return (next) => (call) => {
    if (call.method.kind !== "unary" || call.options.timeoutMs !== undefined) return next(call);
    const requestLimit = methodLimit(call.method, limit);
    return next(withDeadline(call, clock.nowMs() + requestLimit.ms, requestLimit));
  };
}

/** Returns the limit of a method's calls: the one in the API, unless the program sets an option. */
export function methodLimit({ extension, path }: Method, limit: CallLimit): CallLimit {
  const ms = extension?.timeoutMs;
  if (ms === undefined || !limit.isDefault) return limit;
  return { option: `timeout of ${path.slice(1)}`, ms, reason: limit.reason };
}

/**
 * Returns the limit of each attempt of a call: the one of the call, or else the client's. `timeoutMs: false` of the call
 * removes the client's.
 */
export function attemptLimit({ method, options }: OutgoingCall, limitOfClient: CallLimit): CallLimit {
  const { timeoutMs, attemptTimeoutMs = timeoutMs === false ? false : undefined } = options;
  if (attemptTimeoutMs === undefined) return methodLimit(method, limitOfClient);
  return {
    option: "attemptTimeoutMs",
    ms: requireLimitMs(attemptTimeoutMs, "attemptTimeoutMs"),
    reason: "ATTEMPT_TIMEOUT",
  };
}
