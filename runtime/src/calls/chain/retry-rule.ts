import type { CallError } from "../error/call-error.js";
import { isPermanent } from "../error/connect-error.js";
import { idempotencyHeader } from "./default-headers.js";
import type { ErrorCode } from "../error/status-code.js";
import type { OutgoingCall } from "./interceptor.js";

/**
 * Whether a second execution of a call has no further effect. This holds if the method changes nothing, if the API
 * states that it is idempotent, or if every attempt sends the same idempotency key to a service that supports keys.
 * If the API lists the codes after which a method is retried, these decide instead of the method's name.
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
 * Whether a failed attempt may be retried. A call that is not repeatable is retried only if the attempt certainly
 * did not reach the server. The criteria, in order: the service's `retry_type`; codes that mean "not now"; failed
 * gateways; lost connections; an attempt that timed out.
 *
 * @param isAttemptTimeout Whether the attempt exceeded its own time limit rather than that of the call.
 * @param isRepeatable Whether a second attempt has no further effect: see {@link isRepeatable}.
 * @param codes The codes after which the API wants the method to be retried; undefined if the API does not list
 * them.
 */
export function isRetriable(
  error: CallError,
  isAttemptTimeout: boolean,
  isRepeatable: boolean,
  codes?: readonly string[],
): boolean {
  // An error without an attempt tells nothing about the server.
  if (!isRepeatable && !(error.mayHaveReachedServer === false && error.attempts > 0)) return false;
  if (error.retryType !== undefined) return error.retryType === "CALL";
  if (codes?.includes(error.code) && !willFailAgain(error)) return true;
  switch (error.code) {
    case "UNAVAILABLE":
      return !isPermanent(error.clientReason);
    case "RESOURCE_EXHAUSTED":
      return !isTooLarge(error);
    case "UNKNOWN":
      return error.clientReason === "GATEWAY_FAILED";
    case "DEADLINE_EXCEEDED":
      return isAttemptTimeout;
    case "INTERNAL":
    case "CANCELLED":
      return error.clientReason === "STREAM_RESET";
    default:
      return false;
  }
}

/**
 * Returns the server pushback (gRFC A6): the delay in milliseconds, or `false` if the server forbids a retry by a
 * negative number or any other value.
 */
export function readPushback({
  header,
  trailer,
}: Pick<CallError, "header" | "trailer">): number | false | undefined {
  const text = trailer?.get("grpc-retry-pushback-ms") ?? header?.get("grpc-retry-pushback-ms");
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : false;
}

/** Maximum delay that a server may ask for, in milliseconds, where no option sets it. */
export const maxAskedMs = 60_000;

/** Whether the next attempt would fail in the same way. */
function willFailAgain(error: CallError): boolean {
  return isPermanent(error.clientReason) || (error.code === "RESOURCE_EXHAUSTED" && isTooLarge(error));
}

/**
 * Whether a message is over a size limit. A server that rejects a request for its size sends RESOURCE_EXHAUSTED, as for
 * a quota, and gRPC has no field that distinguishes the two. Its text does, in all implementations of gRPC.
 */
function isTooLarge({ clientReason, text }: CallError): boolean {
  if (clientReason !== undefined) return clientReason === "MESSAGE_TOO_LARGE";
  return /larger than|message too large|exceeds[^\n]{0,200}max/i.test(text);
}
