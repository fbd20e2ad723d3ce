import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { LiveCall } from "./live-call.js";
import type { RequestStream } from "./raw-call.js";

/**
 * The requests of a streaming caller, each read when the handler asks for it. A
 * caller who leaves ends them by an error: what came so far is not the whole.
 */
export async function* readRequests(raw: RequestStream, live: LiveCall): AsyncGenerator<unknown, void> {
  let wake: (() => void) | undefined;
  const look = (): void => wake?.();
  raw.on("readable", look).on("end", look);
  live.onOver(look);
  try {
    // Not by the stream's own iterator, which destroys the stream, and with it the answer, when the answer is an error.
    for (;;) {
      live.throwIfOver();
      const request: unknown = raw.read();
      if (request !== null) yield request;
      else if (raw.readableEnded) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    raw.off("readable", look).off("end", look);
  }
  await newsOfReset();
  live.throwIfOver();
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
