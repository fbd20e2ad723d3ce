import type { LiveCall } from "./live-call.js";
import type { RequestStream } from "./raw-call.js";

/**
 * The requests of a streaming caller, each read when the handler asks for it. A
 * caller who leaves ends them by an error: what came so far is not the whole.
 */
export async function* requestsOf(raw: RequestStream, live: LiveCall): AsyncGenerator<unknown, void> {
  try {
    // Leaving the loop must not destroy the stream, and with it the other direction, the answer.
    for await (const request of raw.iterator({ destroyOnReturn: false })) yield request;
  } catch (error) {
    throw live.signal.aborted ? live.signal.reason : error;
  }
  live.signal.throwIfAborted();
}
