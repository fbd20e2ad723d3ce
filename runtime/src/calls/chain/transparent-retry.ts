import { StatusError } from "../error/status-error.js";
import { findConnectionFailure } from "../error/connection-failure.js";
import type { IncomingResponse, Interceptor, Next, OutgoingCall } from "./interceptor.js";
import { rejectOnThrow } from "./reject-on-throw.js";

/** How often a call goes again at once: as often as it may meet another connection of the same kind. */
const maxTimes = 10;

/**
 * Sends a call again, at once, that the server has certainly not processed: it refused
 * the stream, or said goodbye before it saw the call (gRFC A6, "Transparent Retries").
 * It is the same attempt, so that nothing counts it and no throttle pays for it. A stream
 * that was refused by itself goes again once; a call that a goodbye left behind goes to
 * another connection, and may be left behind again while many are. After that it is a failure like
 * others. A call whose requests are streamed cannot be sent again, since
 * they are read once.
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
