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
  const race = new AbortController();
  // One for each address.
  setMaxListeners(0, race.signal);
  const leave = (): void => race.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    signal.throwIfAborted();
    return await new Race(addresses, port, clock, race.signal).run();
  } finally {
    signal.removeEventListener("abort", leave);
    // Ends the attempts that lost.
    race.abort();
  }
}

class Race {
  readonly #addresses: readonly string[];
  readonly #port: number;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #next = 0;
  #running = 0;
  #lastError: unknown;
  #stopDelay: (() => void) | undefined;
  #isWon = false;

  constructor(addresses: readonly string[], port: number, clock: Clock, signal: AbortSignal) {
    this.#addresses = addresses;
    this.#port = port;
    this.#clock = clock;
    this.#signal = signal;
  }

  run(): Promise<Socket> {
    return new Promise((resolve, reject) => this.#start(resolve, reject));
  }

  #start(resolve: (socket: Socket) => void, reject: (error: unknown) => void): void {
    this.#stopDelay?.();
    if (this.#isWon) return;
    const host = this.#addresses[this.#next++];
    if (host === undefined) {
      if (this.#running === 0) reject(this.#lastError ?? new Error("the name has no address"));
      return;
    }
    this.#stopDelay = this.#clock.after(attemptDelayMs, () => this.#start(resolve, reject), true);
    this.#running += 1;
    const socket = connect({ host, port: this.#port });
    untilEvent(socket, "connect", this.#signal).then(
      () => {
        // Two may connect in one turn; the second is one too many.
        if (this.#isWon) return void socket.destroy();
        this.#isWon = true;
        this.#stopDelay?.();
        resolve(socket);
      },
      (error: unknown) => {
        this.#running -= 1;
        this.#lastError = error;
        this.#start(resolve, reject);
      },
    );
  }
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
