import { setMaxListeners } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import type { Address } from "../../endpoint/address.js";
import type { Clock } from "../../time/clock.js";
import { untilEvent } from "./socket-event.js";

/** Milliseconds after which the next address is tried beside the one before (RFC 8305, section 8). */
const attemptDelayMs = 250;

/**
 * Connects to a host: its addresses are raced as RFC 8305 has it. Each is given a
 * head start of 250 ms over the next, and the next starts at once where one fails;
 * none is given up before another has won. The name is looked up every time, since
 * a connection that was lost may have gone with the address.
 *
 * @throws The error of the address that was tried last; the signal's reason.
 */
export async function raceAddresses(
  { host, port }: Address,
  clock: Clock,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = isIP(host) ? [host] : await lookUp(host, signal);
  const attempts = new AbortController();
  // One for each address.
  setMaxListeners(0, attempts.signal);
  const leave = (): void => attempts.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    signal.throwIfAborted();
    return await race(addresses, port, clock, attempts.signal);
  } finally {
    signal.removeEventListener("abort", leave);
    // Ends the attempts that lost.
    attempts.abort();
  }
}

function race(
  addresses: readonly string[],
  port: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const left = [...addresses];
    let running = 0;
    let isWon = false;
    let lastError: unknown = new Error("the name has no address");
    let stopDelay: (() => void) | undefined;
    const start = (): void => {
      stopDelay?.();
      if (isWon) return;
      const host = left.shift();
      if (host === undefined) {
        if (running === 0) reject(lastError);
        return;
      }
      stopDelay = clock.after(attemptDelayMs, start, true);
      running += 1;
      const socket = connect({ host, port });
      untilEvent(socket, "connect", signal).then(
        () => {
          // Two may connect in one turn; the second is one too many.
          if (isWon) return void socket.destroy();
          isWon = true;
          stopDelay?.();
          resolve(socket);
        },
        (error: unknown) => {
          running -= 1;
          lastError = error;
          start();
        },
      );
    };
    start();
  });
}

/** Not imported: a call to an address looks nothing up, and Node takes as long to import it as to resolve a name. */
const dns = () => process.getBuiltinModule("node:dns");

/** The addresses of a name, the families in turns, beginning with the one that the resolver prefers. */
async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
  // The resolver cannot be interrupted; who has left does not wait for it.
  const found = await Promise.race([
    dns().promises.lookup(host, { all: true, verbatim: true }),
    aborted(signal),
  ]);
  const first = found[0]?.family;
  const preferred = found.filter(({ family }) => family === first);
  const others = found.filter(({ family }) => family !== first);
  return preferred
    .flatMap((one, place) => [one, ...others.slice(place, place + 1)])
    .concat(others.slice(preferred.length))
    .map(({ address }) => address);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
