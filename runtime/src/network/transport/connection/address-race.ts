import { isPermanent } from "../../../calls/error/client-reason.js";
import type { StatusError } from "../../../calls/error/status-error.js";
import type { Clock } from "../../../base/time/clock.js";

/** Milliseconds without TCP after which the next address is tried beside the one before (RFC 8305, section 8). */
const tcpDelayMs = 250;

/** After TCP a server has to do something: milliseconds without progress until the next address is tried, at least. */
const progressDelayMs = 500;

/** The same in times of the round trip, as TCP has measured it: a handshake of TLS takes two of them at most. */
const progressRoundTrips = 4;

/** The contestants of a race, and what becomes of them. */
interface RaceParts<Won> {
  /** In the order in which they are tried; at least one. */
  readonly addresses: readonly string[];
  readonly clock: Clock;
  /** Ends the race with its reason. */
  readonly signal: AbortSignal;
  /** Makes one connection, and reports TCP and each step after it. Leaves nothing behind if its signal ends it. */
  readonly attempt: (address: string, progress: () => void, signal: AbortSignal) => Promise<Won>;
  /** Ends a connection that came second. */
  readonly discard: (second: Won) => void;
  /** Told about an address that failed; without a failure, about one that got no further for so long that the next is tried. */
  readonly onBad: (address: string, failure?: StatusError) => void;
  /** Told about the address that won. */
  readonly onGood: (address: string) => void;
}

/** One attempt. */
interface Runner {
  readonly address: string;
  readonly startMs: number;
  readonly stop: AbortController;
  /** Milliseconds that TCP took; undefined before it is there. */
  tcpMs: number | undefined;
}

/**
 * Connects to one of several addresses. The race is won by a connection that calls can use,
 * not by the first socket: the next address is tried at once if one fails, after 250 ms
 * without TCP, and after four round trips, or 500 ms, in which a connection with TCP got no
 * further. None is given up before another has won; but those that wait for TCP while
 * another has it step back in line, so that servers in good health get no connection that
 * nobody uses.
 *
 * @throws If all have failed, the last failure that may pass; if none may, the last. The
 *   signal's reason.
 */
export function raceAddresses<Won>(parts: RaceParts<Won>): Promise<Won> {
  return new Race(parts).run();
}

class Race<Won> {
  readonly #parts: RaceParts<Won>;
  readonly #left: string[];
  readonly #running = new Set<Runner>();
  readonly #failures: StatusError[] = [];
  #cancelDelay: (() => void) | undefined;
  #resolve!: (won: Won) => void;
  #reject!: (error: unknown) => void;

  constructor(parts: RaceParts<Won>) {
    this.#parts = parts;
    this.#left = [...parts.addresses];
  }

  async run(): Promise<Won> {
    const { signal } = this.#parts;
    const leave = (): void => this.#reject(signal.reason);
    const winner = new Promise<Won>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    else this.#start();
    try {
      return await winner;
    } finally {
      signal.removeEventListener("abort", leave);
      this.#end(signal.reason);
    }
  }

  #start(): void {
    const { attempt, clock } = this.#parts;
    const address = this.#left.shift();
    if (address === undefined) {
      if (this.#running.size === 0) this.#reject(this.#failure());
      return;
    }
    const runner: Runner = { address, startMs: clock.nowMs(), stop: new AbortController(), tcpMs: undefined };
    this.#running.add(runner);
    this.#wait(tcpDelayMs);
    attempt(address, () => this.#progress(runner), runner.stop.signal).then(
      (won) => this.#win(runner, won),
      (error: StatusError) => this.#fail(runner, error),
    );
  }

  #progress(runner: Runner): void {
    if (!this.#running.has(runner)) return;
    if (runner.tcpMs === undefined) {
      runner.tcpMs = this.#parts.clock.nowMs() - runner.startMs;
      for (const other of this.#running) if (other.tcpMs === undefined) this.#stepBack(other);
    }
    this.#wait(Math.max(progressDelayMs, progressRoundTrips * runner.tcpMs));
  }

  #stepBack(runner: Runner): void {
    this.#running.delete(runner);
    this.#left.push(runner.address);
    runner.stop.abort();
  }

  #win(runner: Runner, won: Won): void {
    // Two may get there in one turn; the second is one too many.
    if (!this.#running.has(runner)) return this.#parts.discard(won);
    this.#parts.onGood(runner.address);
    this.#running.delete(runner);
    this.#end(undefined);
    this.#resolve(won);
  }

  #fail(runner: Runner, error: StatusError): void {
    if (!this.#running.delete(runner)) return;
    this.#parts.onBad(runner.address, error);
    this.#failures.push(error);
    this.#start();
  }

  /** Tries the next address unless one of those under way gets on within so many milliseconds. */
  #wait(delayMs: number): void {
    this.#cancelDelay?.();
    const late = (): void => {
      for (const { address } of this.#running) this.#parts.onBad(address);
      this.#start();
    };
    this.#cancelDelay = this.#parts.clock.after(delayMs, late, true);
  }

  #end(reason: unknown): void {
    this.#cancelDelay?.();
    for (const { stop } of this.#running) stop.abort(reason);
    this.#running.clear();
    this.#left.length = 0;
  }

  /** One address that refuses for good says nothing about the others. */
  #failure(): unknown {
    return (
      this.#failures.findLast(({ clientReason }) => !isPermanent(clientReason)) ??
      this.#failures.at(-1) ??
      new Error("the name has no address")
    );
  }
}
