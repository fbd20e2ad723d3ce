import { StatusError } from "../error/status-error.js";
import type { Interceptor } from "./interceptor.js";
import { started } from "./observed-steps.js";

/**
 * Sends a call again, at once and once, that the server has certainly not processed:
 * it refused the stream, or said goodbye before it saw the call (gRFC A6,
 * "Transparent Retries"). It is the same attempt, so that nothing counts it and no
 * budget pays for it. What fails again is a failure like others. A call whose
 * requests are streamed cannot be sent again, since they are read once.
 */
export const transparentRetries: Interceptor = (step) => (call) =>
  // A transport of the program's own may throw instead of rejecting.
  started(() => step(call)).catch((failure: unknown) => {
    const isUnprocessed = failure instanceof StatusError && failure.origin === "refused";
    if (!isUnprocessed || call.messages || call.signal?.aborted) throw failure;
    return step(call);
  });
