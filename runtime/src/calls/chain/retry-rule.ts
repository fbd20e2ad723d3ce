import type { CallError } from "../error/call-error.js";
import { isPermanent } from "../error/client-reason.js";
import { idempotencyHeader } from "./default-headers.js";
import type { ErrorCode } from "../error/status-code.js";
import type { OutgoingCall } from "./interceptor.js";

/**
 * Whether repeating a call has no further effect, even if the server executed the first attempt: the method changes
 * nothing, the API says that it is idempotent, or every attempt carries the same idempotency key. A key is sent only
 * to a service that promises to know it again. If the API says after which codes a method is repeated, these count instead
 * of what its name says.
 */
export function isRepeatable(
  { method, metadata, message }: OutgoingCall,
  keyHeader = idempotencyHeader,
  code?: ErrorCode,
): boolean {
  const { extension } = method;
  if (metadata.has(keyHeader)) return true;
  if (
    extension?.isKnownAgain &&
    typeof message === "object" &&
    message !== null &&
    extension.isKnownAgain(message, method.request)
  )
    return true;
  if (extension?.retry) return code !== undefined && extension.retry.codes.includes(code);
  return method.isReadOnly || method.isIdempotent;
}

/**
 * Whether an attempt that failed may be repeated. A call that is not repeatable
 * is repeated only if the attempt certainly did not reach the server. In this order: what the service says
 * (`retry_type`); codes that say "not now"; gateways that failed; broken connections; an attempt that took too long.
 *
 * @param isAttemptTimeout Whether the attempt ran out of its own time, not the call's.
 * @param isRepeatable Whether a second attempt has no further effect: see {@link isRepeatable}.
 * @param codes The codes after which the API wants the method to be repeated; undefined if it does not say it.
 */
export function isRetriable(
  error: CallError,
  isAttemptTimeout: boolean,
  isRepeatable: boolean,
  codes?: readonly string[],
): boolean {
  // An error that was not made of an attempt says nothing of the server.
  if (!isRepeatable && !(error.mayHaveReachedServer === false && error.attempts > 0)) return false;
  if (error.retryType !== undefined) return error.retryType === "CALL";
  if (codes?.includes(error.code) && !willFailAgain(error)) return true;
  switch (error.code) {
    case "UNAVAILABLE":
      return !isPermanent(error.clientReason);
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

/**
 * What the server says about the pause before the next attempt (gRPC spec,
 * "pushback"): milliseconds, or `false` for "do not repeat" (a negative number
 * or anything else).
 */
export function readPushback({
  header,
  trailer,
}: Pick<CallError, "header" | "trailer">): number | false | undefined {
  const text = trailer?.get("grpc-retry-pushback-ms") ?? header?.get("grpc-retry-pushback-ms");
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : false;
}

/** The longest pause of a server, in milliseconds, that is waited for if no option says another. */
export const maxAskedMs = 60_000;

/** Whether the next attempt would fail in the same way. */
function willFailAgain(error: CallError): boolean {
  return isPermanent(error.clientReason) || (error.code === "RESOURCE_EXHAUSTED" && isTooLarge(error));
}

/** Whether a message is over a size limit. */
function isTooLarge({ clientReason, text }: CallError): boolean {
  return clientReason === "MESSAGE_TOO_LARGE" || tooLarge.test(text);
}

// Servers and gateways tell these failures from others by their text alone.
const tooLarge = /larger than|message too large|exceeds[^\n]{0,200}max/i;
const gateway = /^Received HTTP status code (50[234]|52\d)\b/;
/** A stream that was reset; but not for its headers (COMPRESSION_ERROR, RFC 9113), which would be the same again. */
const brokenConnection =
  /^Call cancelled$|RST_STREAM(?! with code 9\b)|ECONNRESET|EPIPE|socket hang up|connection (?:was )?(?:lost|closed|dropped)/i;
