import type { Clock } from "../../time/clock.js";
import type { OutgoingCall } from "../../call/interceptor.js";
import type { Connection } from "./connection.js";

/** A call that waits for a place on a connection. */
interface Waiter {
  readonly grant: (connection: Connection) => void;
  readonly refuse: (error: unknown) => void;
  isGone: boolean;
}

/** The calls that wait for a connection, first come, first served. One that is given up is never sent. */
export class WaitingLine {
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  #waiters: Waiter[] = [];
  #first = 0;
  #size = 0;
  #letGo: (() => void) | undefined;

  /** @param onEmpty Called when the last call that waited has left. */
  constructor(clock: Clock, onEmpty: () => void) {
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** How many calls wait. */
  get size(): number {
    return this.#size;
  }

  /** Waits for a place. Rejects with the reason of the call's signal, at its deadline, or as `refuseAll` says. */
  join(call: OutgoingCall, timedOut: () => Error): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { signal, deadlineMs } = call;
      const leave = (): void => {
        waiter.isGone = true;
        cancel?.();
        signal?.removeEventListener("abort", abort);
        this.#count(-1);
      };
      const waiter: Waiter = {
        isGone: false,
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
      this.#waiters.push(waiter);
      this.#count(1);
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
    while (this.#first < this.#waiters.length) {
      const waiter = this.#waiters[this.#first++];
      if (this.#first > 64 && this.#first * 2 > this.#waiters.length) {
        this.#waiters = this.#waiters.slice(this.#first);
        this.#first = 0;
      }
      if (waiter && !waiter.isGone) return waiter;
    }
    this.#waiters = [];
    this.#first = 0;
    return undefined;
  }

  /** Who waits holds the process open, also when no socket does: in a pause between two attempts to connect. */
  #count(change: 1 | -1): void {
    this.#size += change;
    if (this.#size === 1 && change === 1) this.#letGo = this.#clock.after(longestMs, () => undefined);
    if (this.#size > 0) return;
    this.#letGo?.();
    this.#onEmpty();
  }
}

/** The longest time that a timer of Node can wait. */
const longestMs = 2 ** 31 - 1;
