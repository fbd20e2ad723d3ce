import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { StatusError } from "../errors/status-error.js";
import { RefusedCall } from "../errors/refused-call.js";

/** How long a cancellation may arrive after the end of the requests, in milliseconds. */
const cancellationDelayMs = 5;

/**
 * Yields the messages of a streaming caller until they end. Throws `CANCELLED` if the caller cancels, because the
 * messages so far are incomplete.
 */
export async function* readRequests(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  // The default iterator destroys the stream at the end, and with it the response.
  const messages = stream.iterator({ destroyOnReturn: false });
  try {
    for await (const message of messages) yield message as Uint8Array;
  } catch (error) {
    // The error of a canceled stream does not state the reason.
    throw signal.aborted ? createCanceledError() : error;
  }
  // A client on Node.js that cancels a call first ends the stream, and resets it one turn of its event loop later.
  await delay(cancellationDelayMs);
  await nextTurn();
  if (signal.aborted) throw createCanceledError();
}

/** Creates the error of a call that the client canceled. */
export function createCanceledError(): StatusError {
  return new RefusedCall("CALL_CANCELED", "CANCELLED", "the client canceled the call");
}
