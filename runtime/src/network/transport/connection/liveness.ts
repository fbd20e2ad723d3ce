import type { Clock } from "../../../base/time/clock.js";
import { afterArrivals } from "./arrivals.js";

/** The parts that {@link Liveness} depends on. */
interface LivenessParts {
  readonly clock: Clock;
  /** Silence after which the peer is asked, in milliseconds; Infinity for never. */
  readonly keepaliveMs: number;
  /** How long the answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Sends a ping, and calls back when it is answered; never throws. */
  readonly ping: (answered: () => void) => void;
  /** The peer gave no sign of life for so many milliseconds. */
  readonly onDeath: (silentMs: number) => void;
}

/** Pings in one silence that servers put up with: grpc-core and grpc-go end the connection at the fourth. */
const maxPings = 3;

/** Milliseconds between pings after those: servers allow one in five minutes. */
const rarePingMs = 305_000;

/** A timer that is so late belongs to a process that slept: the peer had no chance to answer. */
const lateMs = 5_000;

/**
 * Finds out whether the peer is still there while calls wait for it: a ping after
 * some silence, and an end if nothing answers. An answer to a ping does not break
 * a silence, since servers count pings for as long as they have nothing to say.
 */
export class Liveness {
  readonly #parts: LivenessParts;
  #heardMs: number;
  #answeredMs = -Infinity;
  #hasHeard = false;
  /** When the silence began: with the last that was heard, or with the call that waits. */
  #silentSinceMs = 0;
  #pings = 0;
  /** Pings of {@link probe} in this silence, which servers count too. */
  #probes = 0;
  #isWatching = false;
  #isAsking = false;
  /** Pings in all. */
  #asked = 0;
  #cancel: (() => void) | undefined;
  #onAnswer: (() => void)[] = [];

  constructor(parts: LivenessParts) {
    this.#parts = parts;
    this.#heardMs = parts.clock.nowMs();
  }

  /** When the peer gave a sign of life last, in milliseconds of the clock: the answer to a ping is one. */
  get aliveMs(): number {
    return Math.max(this.#heardMs, this.#answeredMs);
  }

  /** Whether the peer has ever said something that is not an answer to a ping. */
  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** The peer said something that is not an answer to a ping. */
  heard(): void {
    this.#hasHeard = true;
    this.#silentSinceMs = this.#heardMs = this.#parts.clock.nowMs();
    if (this.#pings + this.#probes > 0) this.#begin();
  }

  /** Calls wait for the peer. */
  watch(): void {
    this.#isWatching = true;
    this.#silentSinceMs = this.#parts.clock.nowMs();
    // A timer of the calls before is early at worst, and looks again.
    if (!this.#cancel) this.#arm(this.#parts.keepaliveMs);
  }

  /** No call waits for the peer. */
  rest(): void {
    this.#isWatching = false;
  }

  /**
   * Asks at once, and tells when there is an answer. False if nothing is asked: the
   * pings of this silence are used up, and servers punish one more; or none is wanted.
   */
  ask(answered: () => void, timeoutMs: number = this.#parts.timeoutMs): boolean {
    if (this.#parts.keepaliveMs === Infinity) return false;
    if (this.#isUsedUp && !this.#isAsking) return false;
    this.#onAnswer.push(answered);
    if (!this.#isAsking) this.#ping(timeoutMs);
    return true;
  }

  /** Asks and makes nothing of silence. False if nothing is asked, as with {@link ask}. */
  probe(answered: () => void): boolean {
    if (this.#parts.keepaliveMs === Infinity || this.#isUsedUp) return false;
    this.#probes += 1;
    this.#parts.ping(() => {
      this.#answeredMs = this.#parts.clock.nowMs();
      answered();
    });
    return true;
  }

  /** Ends everything. */
  stop(): void {
    this.#isWatching = false;
    this.#isAsking = false;
    this.#onAnswer = [];
    this.#disarm();
  }

  get #isUsedUp(): boolean {
    return this.#pings + this.#probes >= maxPings;
  }

  /** A new silence. */
  #begin(): void {
    this.#pings = this.#probes = 0;
    if (this.#isAsking) this.#answered();
    else if (this.#isWatching) this.#arm(this.#parts.keepaliveMs);
  }

  #arm(delayMs: number): void {
    this.#disarm();
    if (this.#parts.keepaliveMs === Infinity) return;
    this.#cancel = this.#parts.clock.after(delayMs, () => this.#look(), true);
  }

  #disarm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #look(): void {
    const { clock, keepaliveMs, timeoutMs } = this.#parts;
    this.#cancel = undefined;
    if (!this.#isWatching) return;
    const silentMs = clock.nowMs() - this.#silentSinceMs;
    if (this.#pings === 0 && silentMs < keepaliveMs) return this.#arm(keepaliveMs - silentMs);
    this.#ping(timeoutMs);
  }

  #ping(timeoutMs: number): void {
    const { clock, ping, onDeath } = this.#parts;
    this.#isAsking = true;
    this.#pings += 1;
    const asked = (this.#asked += 1);
    const dueMs = clock.nowMs() + timeoutMs;
    this.#disarm();
    this.#cancel = clock.after(
      timeoutMs,
      () =>
        afterArrivals(() => {
          if (this.#asked !== asked || !this.#isAsking) return;
          if (clock.nowMs() - dueMs > lateMs) return this.#ping(timeoutMs);
          this.#isAsking = false;
          onDeath(clock.nowMs() - this.#heardMs);
        }),
      true,
    );
    ping(() => {
      this.#answeredMs = clock.nowMs();
      this.#answered();
    });
  }

  #answered(): void {
    if (!this.#isAsking) return;
    this.#isAsking = false;
    this.#disarm();
    const waiting = this.#onAnswer;
    this.#onAnswer = [];
    for (const answered of waiting) answered();
    if (this.#isWatching) this.#arm(this.#isUsedUp ? rarePingMs : this.#parts.keepaliveMs);
  }
}
