import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
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
  await newsOfReset();
  live.signal.throwIfAborted();
}

/** How long the end of the requests may be ahead of the news that the caller has left. */
const newsMs = 5;

/**
 * A caller on Node who cancels ends its side first, as if that were all, and
 * resets the stream a turn of its event loop later. Then there are two turns of
 * ours, if both are one process.
 */
async function newsOfReset(): Promise<void> {
  await delay(newsMs);
  await nextTurn();
  await nextTurn();
}
