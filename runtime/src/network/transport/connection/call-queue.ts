import type { Clock } from "../../../base/time/clock.js";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { Connection } from "./connection.js";

/** A call that waits for a stream on a connection. */
interface QueuedCall {
  readonly assign: (connection: Connection) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls that wait for a connection, first in, first out. A call that leaves the queue early is never sent. */
export class CallQueue {
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  /** The calls; undefined while there are none, which is most of the time. */
  #calls: Set<QueuedCall> | undefined;
  /** Those of them that do not wait for a further attempt to connect. */
  #failFastCalls: Set<QueuedCall> | undefined;
  /** One iterator for all calls: a new one would walk over all deleted entries, which Node's sets retain. */
  #iterator: Iterator<QueuedCall, unknown> | undefined;
  /** Ends the timer by which a waiting call keeps the process alive when no socket does, as during a backoff. */
  #releaseProcess: (() => void) | undefined;

  /** @param onEmpty Called when the last call has left the queue. */
  constructor(clock: Clock, onEmpty: () => void) {
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** The number of waiting calls. */
  get size(): number {
    return this.#calls?.size ?? 0;
  }

  /**
   * Waits for a connection. Rejects with the reason of the call's signal, at its deadline, or with the error of
   * `rejectAll`.
   */
  enqueue(call: OutgoingCall, timedOut: () => Error): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const { signal, deadlineMs } = call;
      const remove = (): void => {
        cancel?.();
        signal?.removeEventListener("abort", abort);
        this.#calls?.delete(queued);
        this.#failFastCalls?.delete(queued);
        if (this.size === 0) this.#onEmptied();
      };
      const queued: QueuedCall = {
        assign: (connection) => {
          remove();
          resolve(connection);
        },
        reject: (error) => {
          remove();
          reject(error);
        },
      };
      const abort = (): void => queued.reject(signal?.reason);
      const leftMs = deadlineMs - this.#clock.nowMs();
      const cancel =
        deadlineMs === Infinity
          ? undefined
          : this.#clock.after(Math.max(0, leftMs), () => queued.reject(timedOut()));
      signal?.addEventListener("abort", abort, { once: true });
      (this.#calls ??= new Set()).add(queued);
      if (call.waitForReady === false) (this.#failFastCalls ??= new Set()).add(queued);
      if (this.size === 1) this.#releaseProcess = this.#clock.after(maxTimerMs, () => undefined);
    });
  }

  /** Reserves a stream on a connection and gives it to the first waiting call. */
  assign(connection: Connection): void {
    this.#dequeue()?.assign(connection);
    // Afterwards, since the last stream of a connection asks whether calls still wait.
    connection.reserveStream();
  }

  /** Rejects all waiting calls. */
  rejectAll(error: unknown): void {
    for (let call = this.#dequeue(); call; call = this.#dequeue()) call.reject(error);
  }

  /** Rejects the waiting calls with `waitForReady: false`. */
  rejectFailFast(error: unknown): void {
    for (const call of this.#failFastCalls ?? []) call.reject(error);
  }

  #dequeue(): QueuedCall | undefined {
    const next = this.#iterator?.next();
    if (next && !next.done) return next.value;
    this.#iterator = this.#calls?.values();
    const first = this.#iterator?.next();
    return first?.done === false ? first.value : undefined;
  }

  #onEmptied(): void {
    this.#calls = this.#failFastCalls = this.#iterator = undefined;
    this.#releaseProcess?.();
    this.#releaseProcess = undefined;
    this.#onEmpty();
  }
}

/** The maximum delay of a timer in Node, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;
