import type { CallError } from "../error/call-error.js";
import { isLastingRefusal } from "../error/lasting-refusal.js";

/** A failed attempt, as the rule sees it. */
export interface FailedAttempt {
  readonly error: CallError;
  /** The attempt ran out of its own time, not the call's. */
  readonly isAttemptTimeout: boolean;
}

/**
 * Whether an attempt that failed may be repeated. Repeating is safe also for
 * calls that change something, since every attempt carries the same idempotency
 * key. In this order: what the service says (`retry_type`); codes that say "not
 * now"; gateways that failed; broken connections; an attempt that took too long.
 */
export function isRetriable({ error, isAttemptTimeout }: FailedAttempt): boolean {
  if (error.retryType !== undefined) return error.retryType === "CALL";
  switch (error.code) {
    case "UNAVAILABLE":
      return !isLastingRefusal(error.text);
    case "RESOURCE_EXHAUSTED":
      return !isTooLarge(error);
    case "UNKNOWN":
      return gateway.test(error.text);
    case "DEADLINE_EXCEEDED":
      return isAttemptTimeout;
    case "INTERNAL":
    case "CANCELLED":
      return brokenConnection.test(error.text);
    default:
      return false;
  }
}

/** Whether a message was over a size limit: it will be so the next time too. */
function isTooLarge({ code, text }: CallError): boolean {
  return code === "RESOURCE_EXHAUSTED" && tooLarge.test(text);
}

/**
 * What the server says about the pause before the next attempt (gRPC spec,
 * "pushback"): milliseconds, or `false` for "do not repeat" (a negative number
 * or anything else).
 */
export function pushbackOf(error: CallError): number | false | undefined {
  const text = error.trailer?.get("grpc-retry-pushback-ms") ?? error.header?.get("grpc-retry-pushback-ms");
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : false;
}

const tooLarge = /larger than|message too large|exceeds[^\n]{0,200}max/i;
const gateway = /^Received HTTP status code (50[234]|52\d)\b/;
/** A stream that was reset; but not for its headers (COMPRESSION_ERROR, RFC 9113), which would be the same again. */
const brokenConnection =
  /^Call cancelled$|RST_STREAM(?! with code 9\b)|ECONNRESET|EPIPE|socket hang up|connection (?:was )?(?:lost|closed|dropped)/i;
