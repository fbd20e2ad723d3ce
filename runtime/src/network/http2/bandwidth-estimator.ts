/** The dependencies and bounds of a {@link BandwidthEstimator}. */
interface BandwidthEstimatorOptions {
  /** The flow-control window at the start, in bytes. */
  readonly windowBytes: number;
  /** The maximum to which it grows, in bytes. */
  readonly maxWindowBytes: number;
  /** Sends a PING and calls back when it is acknowledged. Returns false if none can be sent. */
  readonly ping: (onAcknowledged: () => void) => boolean;
  /** Returns the time in milliseconds. */
  readonly nowMs: () => number;
  /** Called with the new window, in bytes, when it grows. */
  readonly onGrow: (windowBytes: number) => void;
}

/** A part of the window: after as many bytes a measurement begins, so that small responses cause no pings. */
const startShare = 1 / 4;

/** The window grows if this part of it arrives in one round trip: the server then waits for the window. */
const fullShare = 2 / 3;

/**
 * Measures the bandwidth-delay product of a connection: the bytes that arrive between a PING and its acknowledgment. If
 * they nearly fill the flow-control window, and the bandwidth still grows, the window becomes twice as large. All
 * implementations of gRPC do so (grpc-go calls it the BDP estimator; `grpc.http2.bdp_probe` of grpc-core).
 */
export class BandwidthEstimator {
  readonly #options: BandwidthEstimatorOptions;
  #windowBytes: number;
  /** Bytes since the last measurement ended, or since this one began. */
  #bytes = 0;
  #isMeasuring = false;
  /** The maximum of all measurements, in bytes a millisecond. */
  #maxBandwidth = 0;

  constructor(options: BandwidthEstimatorOptions) {
    this.#options = options;
    this.#windowBytes = options.windowBytes;
  }

  /** Notes received bytes. */
  onData(byteLength: number): void {
    const { maxWindowBytes, ping, nowMs } = this.#options;
    if (this.#windowBytes >= maxWindowBytes) return;
    this.#bytes += byteLength;
    if (this.#isMeasuring || this.#bytes < startShare * this.#windowBytes) return;
    const startMs = nowMs();
    this.#bytes = 0;
    this.#isMeasuring = ping(() => this.#onAcknowledged(nowMs() - startMs));
  }

  #onAcknowledged(roundTripMs: number): void {
    const bytes = this.#bytes;
    const bandwidth = bytes / Math.max(roundTripMs, 1);
    this.#isMeasuring = false;
    this.#bytes = 0;
    if (bytes < fullShare * this.#windowBytes || bandwidth <= this.#maxBandwidth) return;
    this.#maxBandwidth = bandwidth;
    this.#windowBytes = Math.min(this.#options.maxWindowBytes, 2 * this.#windowBytes);
    this.#options.onGrow(this.#windowBytes);
  }
}
