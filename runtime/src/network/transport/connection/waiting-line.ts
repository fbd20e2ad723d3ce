import type { Clock } from "../../../base/time/clock.js";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { Connection } from "./connection.js";

/** A call that waits for a place on a connection. */
interface Waiter {
  readonly grant: (connection: Connection) => void;
  readonly refuse: (error: unknown) => void;
}

/** The calls that wait for a connection, first come, first served. One that is given up is never sent. */
export class WaitingLine {
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #waiters = new Set<Waiter>();
  /** One iterator from call to call: a new one would walk over all that have been served, which Node's sets keep. */
  #queue = this.#waiters.values();
  /** A waiting call holds the process open, also when no socket does: in a pause between two attempts to connect. */
  #letGo: (() => void) | undefined;

  /** @param onEmpty Called when the last call that waited has left. */
  constructor(clock: Clock, onEmpty: () => void) {
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** How many calls wait. */
  get size(): number {
    return this.#waiters.size;
  }

  /** Waits for a place. Rejects with the reason of the call's signal, at its deadline, or as `refuseAll` says. */
  join(call: OutgoingCall, timedOut: () => Error): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { signal, deadlineMs } = call;
      const leave = (): void => {
        cancel?.();
        signal?.removeEventListener("abort", abort);
        this.#waiters.delete(waiter);
        if (this.size === 0) this.#empty();
      };
      const waiter: Waiter = {
        grant: (connection) => {
          leave();
          resolve(connection);
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = (): void => waiter.refuse(signal?.reason);
      const leftMs = deadlineMs - this.#clock.nowMs();
      const cancel =
        deadlineMs === Infinity
          ? undefined
          : this.#clock.after(Math.max(0, leftMs), () => waiter.refuse(timedOut()));
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiters.add(waiter);
      if (this.size === 1) this.#letGo = this.#clock.after(maxMs, () => undefined);
    });
  }

  /** Gives the first call that waits a place that is taken for it. */
  grant(connection: Connection): void {
    connection.take();
    this.#shift()?.grant(connection);
  }

  /** Refuses all calls that wait. */
  refuseAll(error: unknown): void {
    for (let waiter = this.#shift(); waiter; waiter = this.#shift()) waiter.refuse(error);
  }

  #shift(): Waiter | undefined {
    const next = this.#queue.next();
    if (!next.done) return next.value;
    this.#queue = this.#waiters.values();
    return this.#queue.next().value;
  }

  #empty(): void {
    this.#letGo?.();
    this.#onEmpty();
  }
}

/** The longest time that a timer of Node can wait. */
const maxMs = 2 ** 31 - 1;
