import { systemClock } from "../../base/time/clock.js";
import { BandwidthEstimator } from "./bandwidth-estimator.js";
import type { FrameSender } from "./frame-sender.js";
import type { Http2Stream } from "./http2-stream.js";
import type { OpenStreams } from "./open-streams.js";
import { defaultWindowBytes, settingIds } from "./settings.js";

/**
 * The bytes of all streams that may wait for their readers. Beyond it the connection gets no more window, so that slow
 * readers cannot fill the memory. It is more than one stream may have, so that one slow reader blocks no other stream.
 */
const maxUnreadBytes = 64 * 1024 * 1024;

/** The dependencies and bounds of {@link FlowControl}. */
interface FlowControlOptions {
  /** The flow-control window of each stream at the start, in bytes. */
  readonly windowBytes: number;
  /** The maximum to which the windows grow with the measured bandwidth, in bytes. */
  readonly maxWindowBytes: number;
  readonly streams: OpenStreams;
  readonly sender: FrameSender;
  /** Sends a PING and calls back when it is acknowledged. Returns false if none can be sent. */
  readonly ping: (onAcknowledged: () => void) => boolean;
  /** Called before changed settings are sent, which the server acknowledges. */
  readonly onSettings: () => void;
}

/**
 * Flow control of what the server sends (RFC 9113, section 5.2): the windows of the connection and of its streams, renewed
 * by WINDOW_UPDATE. {@link FrameSender} keeps within the windows of the server.
 */
export class FlowControl {
  readonly #options: FlowControlOptions;
  /** Measures the bandwidth; undefined until much data has arrived. */
  #estimator: BandwidthEstimator | undefined;
  /** The bytes of DATA before that. */
  #firstBytes = 0;
  #streamWindow: number;
  #connectionWindow = defaultWindowBytes;
  /** The bytes received since the last WINDOW_UPDATE of the connection. */
  #uncreditedBytes = 0;
  /** The bytes of all streams that wait for their readers. */
  #unreadBytes = 0;

  constructor(options: FlowControlOptions) {
    this.#options = options;
    this.#streamWindow = options.windowBytes;
  }

  /** The window of a new stream, in bytes. */
  get streamWindow(): number {
    return this.#streamWindow;
  }

  /** Increases the window of the connection by a WINDOW_UPDATE. A smaller value has no effect. */
  setConnectionWindow(bytes: number): void {
    const more = bytes - this.#connectionWindow;
    if (more <= 0) return;
    this.#connectionWindow = bytes;
    this.#options.sender.sendWindowUpdate(0, more);
  }

  /** Counts bytes of DATA that arrived. */
  onDataBytes(byteLength: number): void {
    this.#measureBandwidth(byteLength);
    this.#uncreditedBytes += byteLength;
    this.creditConnection();
  }

  /** Counts bytes that wait for readers. A negative number states that they were read. */
  countUnread(byteLength: number): void {
    this.#unreadBytes += byteLength;
  }

  /** Renews the window of a stream when half of it is used. */
  creditStream(stream: Http2Stream): void {
    if (stream.uncreditedBytes * 2 < this.#streamWindow) return;
    stream.receiveWindow += stream.uncreditedBytes;
    this.#options.sender.sendWindowUpdate(stream.id, stream.uncreditedBytes);
    stream.uncreditedBytes = 0;
  }

  /**
   * Renews the window of the connection when half of it is used. It does not wait until the bytes are read, so that a
   * stream without a reader does not block the others. The windows of streams bound the memory, and
   * {@link maxUnreadBytes} that of all together.
   */
  creditConnection(): void {
    if (this.#uncreditedBytes * 2 < this.#connectionWindow || this.#unreadBytes > maxUnreadBytes) return;
    this.#options.sender.sendWindowUpdate(0, this.#uncreditedBytes);
    this.#uncreditedBytes = 0;
  }

  /** Measures the bandwidth once an eighth of a window has arrived. It begins to ping after a quarter of it. */
  #measureBandwidth(byteLength: number): void {
    if (this.#estimator) return this.#estimator.onData(byteLength);
    this.#firstBytes += byteLength;
    const { maxWindowBytes, ping } = this.#options;
    const windowBytes = this.#streamWindow;
    if (this.#firstBytes * 8 < windowBytes) return;
    this.#estimator = new BandwidthEstimator({
      windowBytes,
      maxWindowBytes,
      nowMs: () => systemClock.nowMs(),
      ping,
      onGrow: (bytes) => this.#growWindows(bytes),
    });
    this.#estimator.onData(this.#firstBytes);
  }

  /** Grows the windows of the connection and of all streams, open and new ones (RFC 9113, section 6.9.2). */
  #growWindows(bytes: number): void {
    const { streams, sender, onSettings } = this.#options;
    const more = bytes - this.#streamWindow;
    this.#streamWindow = bytes;
    for (const stream of streams.all) stream.receiveWindow += more;
    onSettings();
    sender.sendSettings([[settingIds.initialWindowSize, bytes]]);
    this.setConnectionWindow(bytes);
  }
}
