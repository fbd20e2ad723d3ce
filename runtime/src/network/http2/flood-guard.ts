import type { Clock } from "../../base/time/clock.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** Frames that carry nothing of any call, within one second: a server that measures its line sends some ten. */
const maxIdleFrames = 1_000;

/**
 * Frames that a server may answer to one of data: windows of stream and connection, and pings that measure the line; or
 * to a reset, before it knows of it: headers, trailers, a window and a reset.
 */
const repliesPerFrame = 4;

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
  reset(): void {
    if (this.#count > 0) this.#count = 0;
  }

  /** A frame of data was sent, or a reset. */
  allowReplies(): void {
    this.#count -= repliesPerFrame;
  }

  /**
   * A frame has come that carries nothing.
   *
   * @throws A WireError if there are too many of them.
   */
  countIdleFrame(): void {
    this.#count += 1;
    if (this.#count === 1) this.#sinceMs = this.#clock.nowMs();
    if (this.#count <= maxIdleFrames) return;
    if (this.#clock.nowMs() - this.#sinceMs < secondMs) {
      throw new ProtocolError(
        errorCodes.enhanceYourCalm,
        `more than ${maxIdleFrames} frames within a second that carry nothing`,
      );
    }
    this.#count = 0;
  }
}
