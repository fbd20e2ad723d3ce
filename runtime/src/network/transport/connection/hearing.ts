import type { Clock } from "../../../base/time/clock.js";
import { afterArrivals } from "./arrivals.js";

/** The parts that {@link Hearing} depends on. */
interface HearingParts {
  readonly clock: Clock;
  /** Bytes that have arrived on the connection. */
  readonly arrived: () => number;
  /** When something was made of them last, in milliseconds of the clock. */
  readonly heardMs: () => number;
  /** Sends a ping, and calls back when it is answered; false if none may be sent. */
  readonly ask: (answered: () => void) => boolean;
  /** Nothing is made any more of what arrives. */
  readonly onDeaf: () => void;
}

/** The count of bytes when it was asked, and when that was, in milliseconds of the clock. */
interface Question {
  readonly arrived: number;
  readonly atMs: number;
}

/** Quiet under calls after which it is asked whether all that came was understood, in milliseconds. */
const quietMs = 1_000;

/** How long the answer may take if there are signs that it will not be read, in milliseconds. */
const answerMs = 2_000;

/**
 * Finds out whether HTTP/2 still understands the server. If the length of a frame is wrong, all that follows is taken
 * for the rest of that frame, which looks like a server that is slow. So when calls wait in quiet after bytes that no
 * ping has confirmed, one ping is sent. If bytes come and its answer is not among them, that is the end. A server that
 * sends nothing is only slow, and {@link Liveness} waits for it.
 */
export class Hearing {
  readonly #parts: HearingParts;
  #isWatching = false;
  /** The bytes that had arrived when a ping was answered last. */
  #confirmed = 0;
  #cancel: (() => void) | undefined;
  #isAnswered = false;

  constructor(parts: HearingParts) {
    this.#parts = parts;
  }

  /** Calls wait for the server. */
  watch(): void {
    this.#isWatching = true;
    // A look that is due from the calls before is early at worst, and looks again.
    if (!this.#cancel) this.#lookLater();
  }

  /** No call waits for the server. */
  rest(): void {
    this.#isWatching = false;
  }

  /** A ping was answered: all that came before was understood. */
  confirm(): void {
    this.#confirmed = this.#parts.arrived();
    this.#isAnswered = true;
  }

  /** Ends everything. */
  stop(): void {
    this.#isWatching = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(delayMs: number, then: () => void): void {
    this.#cancel = this.#parts.clock.after(delayMs, then, true);
  }

  #lookLater(delayMs = quietMs): void {
    this.#arm(delayMs, () => this.#look());
  }

  #look(): void {
    this.#cancel = undefined;
    if (!this.#isWatching) return;
    const { clock, arrived, heardMs, ask } = this.#parts;
    const atMs = clock.nowMs();
    const quiet = atMs - heardMs();
    if (quiet < quietMs) return this.#lookLater(quietMs - quiet);
    const asked = { arrived: arrived(), atMs };
    if (asked.arrived === this.#confirmed) return this.#lookLater();
    this.#isAnswered = false;
    if (ask(() => this.confirm())) this.#judgeLater(asked, asked.arrived);
    else this.#lookLater();
  }

  #judgeLater(asked: Question, before: number): void {
    this.#arm(quietMs, () => {
      this.#cancel = undefined;
      afterArrivals(() => this.#judge(asked, before));
    });
  }

  /** Judges by what was counted when it was asked, and by the bytes that had come a second ago. */
  #judge(asked: Question, before: number): void {
    // A call that began meanwhile may have set a look of its own.
    if (!this.#isWatching || this.#cancel) return;
    const { clock, arrived, onDeaf } = this.#parts;
    // Nothing else tells: a message that is too long is heard too, and has the answer for its end.
    if (this.#isAnswered) return this.#look();
    const bytes = arrived();
    // While more comes, the answer may be behind it.
    const isQuiet = bytes > asked.arrived && bytes === before;
    if (isQuiet && clock.nowMs() - asked.atMs >= answerMs) return onDeaf();
    this.#judgeLater(asked, bytes);
  }
}
