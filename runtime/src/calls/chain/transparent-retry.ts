import { StatusError } from "../error/status-error.js";
import { findConnectionFailure } from "../error/connection-failure.js";
import type { IncomingResponse, Interceptor, Next, OutgoingCall } from "./interceptor.js";
import { rejectOnThrow } from "./reject-on-throw.js";

/** Transparent retries of a call that the server refused, or that its connection did not take. */
const maxAfterRefusal = 1;

/** Transparent retries of a call that GOAWAY left behind. */
const maxAfterGoaway = 10;

/**
 * Resends a call at once if the server certainly has not processed it (gRFC A6, "Transparent Retries"), whatever the
 * retry policy is. This is the same attempt: neither `maxAttempts` nor `attempts` nor retry throttling counts it, and
 * `grpc-previous-rpc-attempts` does not change. If it fails again, the retry policy decides.
 *
 * As in A6, a call that never left the client waits for the next connection, which the transport does, and a refused
 * stream (REFUSED_STREAM) is resent once. This differs from A6:
 *
 * - A call above the last stream of a GOAWAY is resent up to ten times instead of once. It goes to another connection, so
 *   it does not burden the server that refused it. A server or proxy that ends connections after a few calls may leave the
 *   same call behind several times, and would otherwise cost attempts without having failed.
 * - A call with streamed requests is not resent. A6 resends it from a buffer, and this client has none.
 * - The header `grpc-transparent-retry-attempts` is not sent; grpc-go does not send it either.
 */
export const transparentRetries: Interceptor = (step) => (call) =>
  // A transport of the program's own may throw instead of rejecting.
  rejectOnThrow(() => step(call)).catch((failure: unknown) => resend(step, call, failure));

async function resend(step: Next, call: OutgoingCall, firstFailure: unknown): Promise<IncomingResponse> {
  let failure = firstFailure;
  for (let retries = 0; ; retries++) {
    if (!(failure instanceof StatusError) || failure.origin !== "refused") throw failure;
    const max = findConnectionFailure(failure) ? maxAfterGoaway : maxAfterRefusal;
    if (retries >= max || call.messages || call.signal?.aborted) throw failure;
    try {
      return await step(call);
    } catch (error) {
      failure = error;
    }
  }
}
