import type { Clock } from "../../../base/time/clock.js";
import { afterPendingReads } from "./after-pending-reads.js";

/** The dependencies and settings of a {@link Keepalive}. */
interface KeepaliveOptions {
  readonly clock: Clock;
  /**
   * Milliseconds without inbound data until a ping is sent, or Infinity to send none: gRPC's `grpc.keepalive_time_ms`.
   */
  readonly keepaliveMs: number;
  /** Milliseconds in which a ping must be acknowledged: gRPC's `grpc.keepalive_timeout_ms`. */
  readonly timeoutMs: number;
  /** Sends a ping and calls back when it is acknowledged. Never throws. */
  readonly ping: (onAcknowledged: () => void) => void;
  /** Called when a ping is not acknowledged in time, with the milliseconds since the last inbound data. */
  readonly onTimeout: (quietMs: number) => void;
}

/**
 * Pings in a row without inbound data: gRPC's `grpc.http2.max_pings_without_data`. Servers enforce it: grpc-core and
 * grpc-go end the connection at the fourth ping.
 */
const maxPingsWithoutData = 3;

/**
 * Milliseconds between further pings. Servers allow one in five minutes
 * (`grpc.http2.min_ping_interval_without_data_ms`).
 */
const sparsePingMs = 305_000;

/** If a timer fires later than this, the process was suspended: the server had no chance to acknowledge the ping. */
const suspendedMs = 5_000;

/**
 * Sends keepalive pings while calls wait for the server, and reports a connection that acknowledges none (gRFC A8,
 * "Client-side Keepalive"). As with `grpc.keepalive_permit_without_calls=0`, a connection without calls gets no pings.
 * It differs from A8 in these points:
 *
 * - A8 pings after `grpc.keepalive_time_ms` for as long as nothing arrives. Servers end a connection at the fourth ping
 *   since they last sent data, so this class sends three, and then one in five minutes. An acknowledgment is not data.
 * - A8 measures from the last byte that was read. If calls begin on an idle connection, this class measures from the
 *   first of them, and {@link IdleTimeout} decides whether the connection is pinged before.
 * - A8 has no ping on demand. {@link Keepalive.pingNow} verifies a connection that was idle, or on which a call timed out.
 *
 * After `too_many_pings` the owner of the connection doubles the time for new connections, as in A8.
 */
export class Keepalive {
  readonly #options: KeepaliveOptions;
  #lastDataMs: number;
  #lastAckMs = -Infinity;
  #hasReceivedData = false;
  /** The later of the last inbound data and the start of the waiting call. */
  #quietSinceMs = 0;
  #pingsWithoutData = 0;
  /** Pings of {@link probe} since the last inbound data, which servers count too. */
  #probes = 0;
  #isActive = false;
  #isAwaitingAck = false;
  #pingCount = 0;
  #cancel: (() => void) | undefined;
  #ackCallbacks: (() => void)[] = [];

  constructor(options: KeepaliveOptions) {
    this.#options = options;
    this.#lastDataMs = options.clock.nowMs();
  }

  /** The time of the last inbound data or acknowledgment, in milliseconds of the clock. */
  get lastActivityMs(): number {
    return Math.max(this.#lastDataMs, this.#lastAckMs);
  }

  /** Whether the server has ever sent data. Acknowledgments of pings do not count. */
  get hasReceivedData(): boolean {
    return this.#hasReceivedData;
  }

  /** Notes that the server sent data. */
  onInboundActivity(): void {
    this.#hasReceivedData = true;
    this.#quietSinceMs = this.#lastDataMs = this.#options.clock.nowMs();
    if (this.#pingsWithoutData + this.#probes > 0) this.#restart();
  }

  /** Notes that calls wait for the server. */
  setActive(): void {
    this.#isActive = true;
    this.#quietSinceMs = this.#options.clock.nowMs();
    // A timer of earlier calls fires early at worst, and then checks again.
    if (!this.#cancel) this.#arm(this.#options.keepaliveMs);
  }

  /** Notes that no call waits for the server. */
  setIdle(): void {
    this.#isActive = false;
  }

  /**
   * Sends a ping now, if none is outstanding, and calls back when it is acknowledged. Returns false if no ping may be
   * sent: keepalive is off, or the server would punish another one.
   */
  pingNow(onAcknowledged: () => void, timeoutMs: number = this.#options.timeoutMs): boolean {
    if (this.#options.keepaliveMs === Infinity) return false;
    if (this.#hasNoPingsLeft && !this.#isAwaitingAck) return false;
    this.#ackCallbacks.push(onAcknowledged);
    if (!this.#isAwaitingAck) this.#ping(timeoutMs);
    return true;
  }

  /** Sends a ping without a timeout. Returns false if no ping may be sent, as {@link pingNow} does. */
  probe(onAcknowledged: () => void): boolean {
    if (this.#options.keepaliveMs === Infinity || this.#hasNoPingsLeft) return false;
    this.#probes += 1;
    this.#options.ping(() => {
      this.#lastAckMs = this.#options.clock.nowMs();
      onAcknowledged();
    });
    return true;
  }

  /** Cancels the timer and all callbacks. */
  stop(): void {
    this.#isActive = false;
    this.#isAwaitingAck = false;
    this.#ackCallbacks = [];
    this.#disarm();
  }

  get #hasNoPingsLeft(): boolean {
    return this.#pingsWithoutData + this.#probes >= maxPingsWithoutData;
  }

  #restart(): void {
    this.#pingsWithoutData = this.#probes = 0;
    if (this.#isAwaitingAck) this.#onAck();
    else if (this.#isActive) this.#arm(this.#options.keepaliveMs);
  }

  #arm(delayMs: number): void {
    this.#disarm();
    if (this.#options.keepaliveMs === Infinity) return;
    this.#cancel = this.#options.clock.after(delayMs, () => this.#check(), true);
  }

  #disarm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #check(): void {
    const { clock, keepaliveMs, timeoutMs } = this.#options;
    this.#cancel = undefined;
    if (!this.#isActive) return;
    const quietMs = clock.nowMs() - this.#quietSinceMs;
    if (this.#pingsWithoutData === 0 && quietMs < keepaliveMs) return this.#arm(keepaliveMs - quietMs);
    this.#ping(timeoutMs);
  }

  #ping(timeoutMs: number): void {
    const { clock, ping, onTimeout } = this.#options;
    this.#isAwaitingAck = true;
    this.#pingsWithoutData += 1;
    const pingNumber = (this.#pingCount += 1);
    const dueMs = clock.nowMs() + timeoutMs;
    this.#disarm();
    this.#cancel = clock.after(
      timeoutMs,
      () =>
        afterPendingReads(() => {
          if (this.#pingCount !== pingNumber || !this.#isAwaitingAck) return;
          if (clock.nowMs() - dueMs > suspendedMs) return this.#ping(timeoutMs);
          this.#isAwaitingAck = false;
          onTimeout(clock.nowMs() - this.#lastDataMs);
        }),
      true,
    );
    ping(() => {
      this.#lastAckMs = clock.nowMs();
      this.#onAck();
    });
  }

  #onAck(): void {
    if (!this.#isAwaitingAck) return;
    this.#isAwaitingAck = false;
    this.#disarm();
    const callbacks = this.#ackCallbacks;
    this.#ackCallbacks = [];
    for (const onAcknowledged of callbacks) onAcknowledged();
    if (this.#isActive) this.#arm(this.#hasNoPingsLeft ? sparsePingMs : this.#options.keepaliveMs);
  }
}
