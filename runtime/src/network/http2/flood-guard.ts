import type { Clock } from "../../base/time/clock.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

/** Frames within one second that carry nothing of a call. A server that measures its bandwidth sends about ten. */
const maxIdleFrames = 1_000;

/**
 * Frames that a server may send in reply to one frame. To DATA: WINDOW_UPDATE of the stream and the connection, and PING.
 * To RST_STREAM, before it arrives: headers, trailers, WINDOW_UPDATE and RST_STREAM.
 */
const repliesPerFrame = 4;

/** Bytes of DATA that a server may read at a time, and answer by WINDOW_UPDATE of the stream and the connection. */
const bytesPerRead = 1_024;

/** Replies that may be outstanding. */
const maxReplies = 100_000;

/** Frames that carry nothing, beside each frame of a call: a server may surround its DATA with PING and WINDOW_UPDATE. */
const idleFramesPerCallFrame = 10;

const secondMs = 1_000;

/**
 * Limits frames that cost work and carry nothing of a call: PING, SETTINGS, RST_STREAM, WINDOW_UPDATE, empty DATA, and
 * frames of closed streams. Each is legal at any time, and a flood of them is an attack (RFC 9113, section 10.5).
 */
export class FloodGuard {
  readonly #clock: Clock;
  #count = 0;
  #sinceMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Allows the frames that accompany a frame of a call. One byte of DATA must not excuse a thousand of them. */
  onCallFrame(): void {
    if (this.#count > 0) this.#count = Math.max(this.#count - idleFramesPerCallFrame, 0);
  }

  /** Allows the replies to a DATA frame with so many bytes, or a RST_STREAM frame, that the client sent. */
  allowReplies(bytes = 0): void {
    const replies = repliesPerFrame + 2 * Math.floor(bytes / bytesPerRead);
    this.#count = Math.max(this.#count - replies, -maxReplies);
  }

  /**
   * Counts a frame that carries nothing.
   *
   * @throws A ProtocolError with ENHANCE_YOUR_CALM if there are too many within a second.
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
