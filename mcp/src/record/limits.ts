import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../text/refusal.js";

/** The limits of a server. */
export interface LimitOptions {
  /** The maximum number of API calls. Default: no limit. */
  readonly maxCalls?: number | undefined;
  /** The maximum number of changes. Default: no limit. */
  readonly maxChanges?: number | undefined;
  /** The maximum number of API calls per minute. Default: 300. */
  readonly rate?: number | undefined;
}

/** Counts calls and changes. */
export class Limits {
  readonly #options: LimitOptions;
  readonly #nowMs: () => number;
  #calls = 0;
  #changes = 0;
  #recent: number[] = [];

  constructor(options: LimitOptions, nowMs: () => number) {
    this.#options = options;
    this.#nowMs = nowMs;
  }

  /** Counts a call before it is sent. @throws A Refusal if it would exceed a limit. */
  call(): void {
    const { maxCalls = Infinity, rate = 300 } = this.#options;
    if (this.#calls >= maxCalls)
      throw new Refusal(
        "LIMIT_REACHED",
        `this server has reached its limit of ${maxCalls} calls (--max-calls)`,
      );
    const now = this.#nowMs();
    this.#recent = this.#recent.filter((time) => now - time < 60_000);
    if (this.#recent.length >= rate)
      throw new Refusal(
        "LIMIT_REACHED",
        `this server has reached its limit of ${rate} calls per minute (--rate); wait, or request more data per call`,
      );
    this.#recent.push(now);
    this.#calls += 1;
  }

  /** Waits until several calls fit into the rate, for tasks of many calls. */
  async waitForRoom(calls: number, signal: AbortSignal): Promise<void> {
    const { rate = 300 } = this.#options;
    for (;;) {
      const now = this.#nowMs();
      this.#recent = this.#recent.filter((time) => now - time < 60_000);
      if (this.#recent.length + calls <= Math.max(rate, calls)) return;
      await sleep(Math.min(1_000, (this.#recent[0] ?? now) + 60_001 - now), undefined, { signal });
    }
  }

  /** Counts a change before it is sent. @throws A Refusal if it would exceed the limit. */
  change(): void {
    const { maxChanges = Infinity } = this.#options;
    if (this.#changes >= maxChanges)
      throw new Refusal(
        "LIMIT_REACHED",
        `this server has reached its limit of ${maxChanges} changes (--max-changes)`,
      );
    this.#changes += 1;
  }
}
