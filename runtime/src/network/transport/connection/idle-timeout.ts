import type { Clock } from "../../../base/time/clock.js";

/**
 * Milliseconds without calls after which a connection must be pinged before its next call: it may have died unnoticed.
 */
const pingAfterIdleMs = 60_000;

/** Milliseconds without calls after which a connection is closed: gRPC's `grpc.client_idle_timeout_ms`. */
const idleTimeoutMs = 15 * 60_000;

/** Measures for how long a connection has had no calls. */
export class IdleTimeout {
  readonly #clock: Clock;
  #isActive = false;
  #idleSinceMs: number;
  /** The same on the wall clock: the other clock stops while the machine sleeps. */
  #idleSinceEpochMs: number;
  #cancel: (() => void) | undefined;

  /** @param onTimeout Called when the connection has had no calls for 15 minutes. */
  constructor(clock: Clock, onTimeout: () => void) {
    this.#clock = clock;
    this.#idleSinceMs = clock.nowMs();
    this.#idleSinceEpochMs = clock.epochMs();
    this.#schedule(idleTimeoutMs, onTimeout);
  }

  /** Whether the connection was idle for so long that it must be pinged before its next call. */
  get needsPing(): boolean {
    if (this.#isActive) return false;
    const idleMs = this.#clock.nowMs() - this.#idleSinceMs;
    return idleMs > pingAfterIdleMs || this.#clock.epochMs() - this.#idleSinceEpochMs > pingAfterIdleMs;
  }

  /** Notes that the connection has calls. */
  setActive(): void {
    this.#isActive = true;
  }

  /** Measures from now on: after the last call has ended, or after a ping was acknowledged. */
  restart(isActive = false): void {
    this.#isActive = isActive;
    this.#idleSinceMs = this.#clock.nowMs();
    this.#idleSinceEpochMs = this.#clock.epochMs();
  }

  /** Cancels the timer. */
  stop(): void {
    this.#cancel?.();
  }

  #schedule(delayMs: number, onTimeout: () => void): void {
    const check = (): void => {
      const idleMs = this.#isActive ? 0 : this.#clock.nowMs() - this.#idleSinceMs;
      if (idleMs < idleTimeoutMs) this.#schedule(idleTimeoutMs - idleMs, onTimeout);
      else onTimeout();
    };
    this.#cancel = this.#clock.after(delayMs, check, true);
  }
}
