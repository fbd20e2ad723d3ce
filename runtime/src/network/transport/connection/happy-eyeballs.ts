import { isPermanent } from "../../../calls/error/connect-error.js";
import type { StatusError } from "../../../calls/error/status-error.js";
import type { Clock } from "../../../base/time/clock.js";

/**
 * Milliseconds without TCP until the next address is tried as well: the "Connection Attempt Delay" (RFC 8305, section 5),
 * gRPC's `grpc.happy_eyeballs_connection_attempt_delay_ms`.
 */
const connectionAttemptDelayMs = 250;

/** The minimum of milliseconds after TCP without progress in TLS and HTTP/2 until the next address is tried as well. */
const handshakeDelayMs = 500;

/** The same in round trips as TCP measured them: a TLS handshake takes at most two. */
const handshakeRoundTrips = 4;

/** The addresses of a race, and the functions that it calls. */
interface RaceOptions<Connection> {
  /** In the order in which they are tried; at least one. */
  readonly addresses: readonly string[];
  readonly clock: Clock;
  /** Ends the race with its reason. */
  readonly signal: AbortSignal;
  /** Opens one connection, and reports TCP and each later step. Its signal ends it without a trace. */
  readonly attempt: (address: string, onProgress: () => void, signal: AbortSignal) => Promise<Connection>;
  /** Closes a connection that was ready too late. */
  readonly discard: (connection: Connection) => void;
  /** Called with an address that failed, or without a failure if it is so slow that the next one is tried as well. */
  readonly onBadAddress: (address: string, failure?: StatusError) => void;
  /** Called with the address of the result. */
  readonly onGoodAddress: (address: string) => void;
}

/** One connection that is being opened. */
interface Attempt {
  readonly address: string;
  readonly startMs: number;
  readonly stop: AbortController;
  /** Milliseconds that TCP took; undefined before it is connected. */
  tcpMs: number | undefined;
}

/**
 * Connects to one of several addresses (Happy Eyeballs, RFC 8305). Unlike in the RFC, the result is the first connection
 * that calls can use, not the first socket. The next address is tried:
 *
 * - at once if one fails
 * - after 250 ms without TCP
 * - after four round trips, or 500 ms, in which a connection with TCP made no progress
 *
 * No attempt with TCP is given up before another one succeeds. Attempts without TCP go back to the end of the list when
 * another one has it, so that healthy servers get no connections that nobody uses.
 *
 * @throws If all attempts fail, the last failure that may be temporary, or else the last one. The signal's reason.
 */
export function raceAddresses<Connection>(options: RaceOptions<Connection>): Promise<Connection> {
  return new Race(options).run();
}

class Race<Connection> {
  readonly #options: RaceOptions<Connection>;
  readonly #remaining: string[];
  readonly #attempts = new Set<Attempt>();
  readonly #failures: StatusError[] = [];
  #cancelDelay: (() => void) | undefined;
  #resolve!: (connection: Connection) => void;
  #reject!: (error: unknown) => void;

  constructor(options: RaceOptions<Connection>) {
    this.#options = options;
    this.#remaining = [...options.addresses];
  }

  async run(): Promise<Connection> {
    const { signal } = this.#options;
    const abort = (): void => this.#reject(signal.reason);
    const winner = new Promise<Connection>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else this.#startNext();
    try {
      return await winner;
    } finally {
      signal.removeEventListener("abort", abort);
      this.#end(signal.reason);
    }
  }

  #startNext(): void {
    const { clock } = this.#options;
    const address = this.#remaining.shift();
    if (address === undefined) {
      if (this.#attempts.size === 0) this.#reject(this.#failure());
      return;
    }
    const attempt: Attempt = {
      address,
      startMs: clock.nowMs(),
      stop: new AbortController(),
      tcpMs: undefined,
    };
    this.#attempts.add(attempt);
    this.#startNextAfter(connectionAttemptDelayMs);
    this.#options
      .attempt(address, () => this.#onProgress(attempt), attempt.stop.signal)
      .then(
        (connection) => this.#succeed(attempt, connection),
        (error: StatusError) => this.#fail(attempt, error),
      );
  }

  #onProgress(attempt: Attempt): void {
    if (!this.#attempts.has(attempt)) return;
    if (attempt.tcpMs === undefined) {
      attempt.tcpMs = this.#options.clock.nowMs() - attempt.startMs;
      for (const other of this.#attempts) if (other.tcpMs === undefined) this.#requeue(other);
    }
    this.#startNextAfter(Math.max(handshakeDelayMs, handshakeRoundTrips * attempt.tcpMs));
  }

  #requeue(attempt: Attempt): void {
    this.#attempts.delete(attempt);
    this.#remaining.push(attempt.address);
    attempt.stop.abort();
  }

  #succeed(attempt: Attempt, connection: Connection): void {
    // Two attempts may succeed in one turn.
    if (!this.#attempts.has(attempt)) return this.#options.discard(connection);
    this.#options.onGoodAddress(attempt.address);
    this.#attempts.delete(attempt);
    this.#end(undefined);
    this.#resolve(connection);
  }

  #fail(attempt: Attempt, error: StatusError): void {
    if (!this.#attempts.delete(attempt)) return;
    this.#options.onBadAddress(attempt.address, error);
    this.#failures.push(error);
    this.#startNext();
  }

  /** Tries the next address after a delay, unless an attempt makes progress before. */
  #startNextAfter(delayMs: number): void {
    this.#cancelDelay?.();
    const late = (): void => {
      for (const { address } of this.#attempts) this.#options.onBadAddress(address);
      this.#startNext();
    };
    this.#cancelDelay = this.#options.clock.after(delayMs, late, true);
  }

  #end(reason: unknown): void {
    this.#cancelDelay?.();
    for (const { stop } of this.#attempts) stop.abort(reason);
    this.#attempts.clear();
    this.#remaining.length = 0;
  }

  /** A permanent failure of one address says nothing about the others. */
  #failure(): unknown {
    return (
      this.#failures.findLast(({ clientReason }) => !isPermanent(clientReason)) ??
      this.#failures.at(-1) ??
      new Error("the name has no address")
    );
  }
}
