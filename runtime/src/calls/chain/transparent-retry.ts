import { StatusError } from "../error/status-error.js";
import { findConnectionFailure } from "../error/connection-failure.js";
import type { IncomingResponse, Interceptor, Next, OutgoingCall } from "./interceptor.js";
import { rejectOnThrow } from "./reject-on-throw.js";

/** Maximum number of transparent retries of a call. */
const maxTimes = 10;

/**
 * Resends a call at once if the server certainly has not processed it (gRFC A6, "Transparent Retries"). The server
 * refused the stream, or sent GOAWAY before it saw the call. This is the same attempt: nothing counts it, and retry
 * throttling does not charge it.
 *
 * A refused stream is resent once. A call that GOAWAY left behind goes to another connection, several times if
 * needed. After that it fails like any other. A call with streamed requests cannot be resent.
 */
export const transparentRetries: Interceptor = (step) => (call) =>
  // A transport of the program's own may throw instead of rejecting.
  rejectOnThrow(() => step(call)).catch((failure: unknown) => sendAgain(step, call, failure));

async function sendAgain(step: Next, call: OutgoingCall, first: unknown): Promise<IncomingResponse> {
  let failure = first;
  for (let times = 1; ; times++) {
    const isUnprocessed = failure instanceof StatusError && failure.origin === "refused";
    if (!isUnprocessed || call.messages || call.signal?.aborted) throw failure;
    if (times > (findConnectionFailure(failure as StatusError) ? maxTimes : 1)) throw failure;
    try {
      return await step(call);
    } catch (next) {
      failure = next;
    }
  }
}
