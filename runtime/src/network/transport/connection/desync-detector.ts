import type { Clock } from "../../../base/time/clock.js";
import { afterPendingReads } from "./after-pending-reads.js";

/** The dependencies of a {@link DesyncDetector}. */
interface DesyncDetectorOptions {
  readonly clock: Clock;
  /** Returns the number of bytes that have arrived on the connection. */
  readonly bytesRead: () => number;
  /** Returns the time of the last inbound activity, in milliseconds of the clock. */
  readonly lastActivityMs: () => number;
  /** Sends a ping and calls back when it is acknowledged. Returns false if no ping may be sent. */
  readonly ping: (onAcknowledged: () => void) => boolean;
  /** Called when the inbound bytes cannot be understood any more. */
  readonly onDesync: () => void;
}

/** A ping that is outstanding. */
interface Probe {
  /** The bytes that had arrived when the ping was sent. */
  readonly bytesRead: number;
  readonly sentMs: number;
}

/** Milliseconds without inbound activity, under calls, after which a ping checks whether all bytes were understood. */
const quietMs = 1_000;

/** Milliseconds in which the ping must be acknowledged if bytes arrive meanwhile. */
const ackTimeoutMs = 2_000;

/**
 * Detects that the client has lost the boundaries of frames. If the length of a frame is wrong, the client takes all
 * that follows for the rest of that frame, which looks like a slow server.
 *
 * If calls wait, and the last bytes came before the last acknowledged ping, the detector sends a ping. If bytes arrive
 * and the acknowledgment is not among them, the connection is out of sync. A server that sends nothing is only slow:
 * that is left to {@link Keepalive}.
 */
export class DesyncDetector {
  readonly #options: DesyncDetectorOptions;
  #isActive = false;
  /** The bytes that had arrived when a ping was last acknowledged. */
  #confirmedBytes = 0;
  #cancel: (() => void) | undefined;
  #isAcknowledged = false;

  constructor(options: DesyncDetectorOptions) {
    this.#options = options;
  }

  /** Notes that calls wait for the server. */
  setActive(): void {
    this.#isActive = true;
    // A timer of earlier calls fires early at worst, and then checks again.
    if (!this.#cancel) this.#checkLater();
  }

  /** Notes that no call waits for the server. */
  setIdle(): void {
    this.#isActive = false;
  }

  /** Notes that a ping was acknowledged: all bytes before it were understood. */
  onPingAck(): void {
    this.#confirmedBytes = this.#options.bytesRead();
    this.#isAcknowledged = true;
  }

  /** Cancels the timer. */
  stop(): void {
    this.#isActive = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(delayMs: number, then: () => void): void {
    this.#cancel = this.#options.clock.after(delayMs, then, true);
  }

  #checkLater(delayMs = quietMs): void {
    this.#arm(delayMs, () => this.#check());
  }

  #check(): void {
    this.#cancel = undefined;
    if (!this.#isActive) return;
    const { clock, bytesRead, lastActivityMs, ping } = this.#options;
    const nowMs = clock.nowMs();
    const sinceMs = nowMs - lastActivityMs();
    if (sinceMs < quietMs) return this.#checkLater(quietMs - sinceMs);
    const probe = { bytesRead: bytesRead(), sentMs: nowMs };
    if (probe.bytesRead === this.#confirmedBytes) return this.#checkLater();
    this.#isAcknowledged = false;
    if (ping(() => this.onPingAck())) this.#decideLater(probe, probe.bytesRead);
    else this.#checkLater();
  }

  #decideLater(probe: Probe, bytesBefore: number): void {
    this.#arm(quietMs, () => {
      this.#cancel = undefined;
      afterPendingReads(() => this.#decide(probe, bytesBefore));
    });
  }

  /** Compares the bytes with those at the time of the ping, and with those of a second ago. */
  #decide(probe: Probe, bytesBefore: number): void {
    // A call that began meanwhile may have scheduled its own check.
    if (!this.#isActive || this.#cancel) return;
    const { clock, bytesRead, onDesync } = this.#options;
    // Inbound activity proves nothing: a frame that is too long delivers data too, and swallows the acknowledgment.
    if (this.#isAcknowledged) return this.#check();
    const bytes = bytesRead();
    // While more arrives, the acknowledgment may be behind it.
    const isQuiet = bytes > probe.bytesRead && bytes === bytesBefore;
    if (isQuiet && clock.nowMs() - probe.sentMs >= ackTimeoutMs) return onDesync();
    this.#decideLater(probe, bytes);
  }
}
