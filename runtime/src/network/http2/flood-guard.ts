import type { Clock } from "../../base/time/clock.js";
import { errorCodes, WireError } from "./wire-error.js";

/** Frames that carry nothing of any call, within one second: a server that measures its line sends some ten. */
const mostIdleFrames = 1_000;

/**
 * Frames that a server may answer to one of data: windows of stream and connection, and pings that measure the line; or
 * to a reset, before it knows of it: headers, trailers, a window and a reset.
 */
const answersToFrame = 4;

const secondMs = 1_000;

/**
 * Counts frames that cost work and carry nothing: pings, settings, resets, windows, empty data, frames of streams that
 * are over. Each may be sent at any time, and none may be sent without end.
 */
export class FloodGuard {
  readonly #clock: Clock;
  #count = 0;
  #sinceMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something of a call has come. */
  progress(): void {
    if (this.#count > 0) this.#count = 0;
  }

  /** A frame of data was sent, or a reset. */
  sent(): void {
    this.#count -= answersToFrame;
  }

  /**
   * A frame has come that carries nothing.
   *
   * @throws A WireError if there are too many of them.
   */
  note(): void {
    this.#count += 1;
    if (this.#count === 1) this.#sinceMs = this.#clock.nowMs();
    if (this.#count <= mostIdleFrames) return;
    if (this.#clock.nowMs() - this.#sinceMs < secondMs) {
      throw new WireError(
        errorCodes.enhanceYourCalm,
        `more than ${mostIdleFrames} frames within a second that carry nothing`,
      );
    }
    this.#count = 0;
  }
}
