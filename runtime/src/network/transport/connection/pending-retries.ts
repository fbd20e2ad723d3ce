import type { Clock } from "../../../base/time/clock.js";

/** Milliseconds between two retries that are started: 200 a second, which a server that has just restarted can bear. */
const intervalMs = 5;

/** The calls whose retries wait for a connection. When one is ready, they are started one after the other. */
export class PendingRetries {
  readonly #clock: Clock;
  /** Undefined until a retry waits. */
  #callbacks: Set<() => void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a callback that starts a retry in its turn. Returns a function that removes it. */
  add(retry: () => void): () => void {
    (this.#callbacks ??= new Set()).add(retry);
    return () => void this.#callbacks?.delete(retry);
  }

  /** Starts the retries, since a connection is ready. */
  resume(): void {
    this.#cancel ??= this.#clock.after(intervalMs, () => this.#startNext(), true);
  }

  /** Stops starting retries, since the last connection is lost. */
  pause(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #startNext(): void {
    this.#cancel = undefined;
    const [retry] = this.#callbacks ?? [];
    if (!retry) return;
    this.#callbacks?.delete(retry);
    this.resume();
    retry();
  }
}
