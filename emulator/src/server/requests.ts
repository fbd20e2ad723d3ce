import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { StatusError } from "../errors/status-error.js";
import { RefusedCall } from "../errors/refused-call.js";

/** How long the end of the requests may be ahead of the news that the caller has left. */
const newsMs = 5;

/**
 * Yields the messages of a streaming caller until they end. Throws `CANCELLED` if the caller cancels, because the
 * messages so far are incomplete.
 */
export async function* requestsOf(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // Its iterator would destroy the stream at the end, and with it the other direction, the reply.
  const messages = stream.iterator({ destroyOnReturn: false });
  try {
    for await (const message of messages) yield message as Uint8Array;
  } catch (error) {
    // A stream that is broken off says only that it is.
    throw signal.aborted ? hasLeft() : error;
  }
  // A caller on Node that cancels ends its side first, and resets the stream a turn of its event loop later.
  await delay(newsMs);
  await nextTurn();
  if (signal.aborted) throw hasLeft();
}

/** The end of a call whose caller does not wait for it. */
export function hasLeft(): StatusError {
  return new RefusedCall("CALL_CANCELED", "CANCELLED", "the client canceled the call");
}
