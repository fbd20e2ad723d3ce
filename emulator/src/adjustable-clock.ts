import type { Clock } from "./clock.js";
import { EmulatorError } from "./text/emulator-error.js";

/** How a clock differs from the one it is based on. */
export interface ClockState {
  /** Milliseconds by which it is ahead. */
  readonly offsetMs: number;
  /** The time at which it is frozen, in milliseconds since 1970. Undefined if it runs. */
  readonly frozenAtMs: number | undefined;
}

/** The times that a Timestamp can have in JSON (google/protobuf/timestamp.proto), in milliseconds since 1970. */
const [firstMs, lastMs] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

const unchanged: ClockState = { offsetMs: 0, frozenAtMs: undefined };

/** The emulator's clock, which can be advanced and frozen while the emulator runs. */
export class AdjustableClock implements Clock {
  readonly #base: Clock;
  readonly #changed = new Set<() => void>();
  #state = unchanged;

  constructor(base: Clock) {
    this.#base = base;
  }

  /** Milliseconds since 1970. */
  now(): number {
    const { offsetMs, frozenAtMs } = this.#state;
    return frozenAtMs ?? this.#base.now() + offsetMs;
  }

  /** How the clock differs from its base. */
  get state(): ClockState {
    return this.#state;
  }

  set state(state: ClockState) {
    this.#state = state;
    for (const notify of this.#changed) notify();
  }

  /**
   * Moves the clock by that many milliseconds. A negative number moves it back.
   *
   * @throws EmulatorError if the time would not be in the years 1 to 9999
   */
  advance(ms: number): void {
    requireTime("clock.advance", Number.isFinite(ms) ? this.now() + ms : Number.NaN);
    const { offsetMs, frozenAtMs } = this.#state;
    this.state =
      frozenAtMs === undefined
        ? { offsetMs: offsetMs + ms, frozenAtMs }
        : { offsetMs, frozenAtMs: frozenAtMs + ms };
  }

  /**
   * Stops the clock, by default at the current time. `advance` still moves it.
   *
   * @throws EmulatorError if the time is not in the years 1 to 9999
   */
  freeze(atMs = this.now()): void {
    requireTime("clock.freeze", atMs);
    this.state = { ...this.#state, frozenAtMs: atMs };
  }

  /** Lets a frozen clock continue from its time. */
  resume(): void {
    const { frozenAtMs } = this.#state;
    if (frozenAtMs === undefined) return;
    this.state = { offsetMs: frozenAtMs - this.#base.now(), frozenAtMs: undefined };
  }

  /** Lets the clock show the time of its base. */
  reset(): void {
    this.state = unchanged;
  }

  async sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    const wakeAtMs = this.now() + delayMs;
    for (let restMs = delayMs; restMs > 0; restMs = wakeAtMs - this.now()) await this.#pause(restMs, signal);
  }

  /** Resolves after that time, or earlier when the clock is changed. */
  #pause(restMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((wake, fail) => {
      const over = new AbortController();
      const leave = (): void => end(() => fail(signal.reason as Error));
      const notify = (): void => end(wake);
      const end = (then: () => void): void => {
        if (!this.#changed.delete(notify)) return;
        signal.removeEventListener("abort", leave);
        then();
        over.abort();
      };
      this.#changed.add(notify);
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave);
      // A frozen clock sleeps until it is changed.
      if (this.#state.frozenAtMs !== undefined) return;
      this.#base.sleep(restMs, over.signal).then(notify, leave);
    });
  }
}

/** Another time would be in resources that nobody can read as JSON. */
function requireTime(place: string, ms: number): void {
  if (!(ms >= firstMs && ms <= lastMs))
    throw new EmulatorError("OPTION_INVALID", `${place}: the time must be in the years 1 to 9999`);
}
