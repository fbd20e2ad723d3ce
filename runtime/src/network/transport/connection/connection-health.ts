import type { Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import type { Http2Client } from "../../http2/http2-client.js";
import type { TransportSettings } from "../transport-settings.js";
import { DesyncDetector } from "./desync-detector.js";
import { IdleTimeout } from "./idle-timeout.js";
import { Keepalive } from "./keepalive.js";

/** The dependencies of {@link ConnectionHealth}. */
interface ConnectionHealthOptions {
  readonly client: Http2Client;
  readonly socket: Socket;
  readonly settings: TransportSettings;
  readonly clock: Clock;
  readonly debug: ((event: "ping", text: string) => void) | undefined;
  /** Called when a keepalive ping was not acknowledged in time. */
  readonly onKeepaliveTimeout: (reason: string) => void;
  /** Called when the inbound bytes cannot be understood any more, although no single frame was wrong. */
  readonly onDesync: () => void;
  /** Called after 15 minutes without calls. */
  readonly onIdleTimeout: () => void;
}

/** Watches whether a connection can carry calls: by inbound activity, keepalive pings and idle time. */
export class ConnectionHealth {
  readonly #client: Http2Client;
  readonly #debug: ConnectionHealthOptions["debug"];
  readonly #keepalive: Keepalive;
  readonly #desyncDetector: DesyncDetector;
  readonly #idleTimeout: IdleTimeout;
  #isActive = false;

  constructor(options: ConnectionHealthOptions) {
    const { client, socket, settings, clock, debug, onKeepaliveTimeout, onDesync, onIdleTimeout } = options;
    this.#client = client;
    this.#debug = debug;
    this.#keepalive = new Keepalive({
      clock,
      keepaliveMs: settings.keepaliveMs,
      timeoutMs: settings.keepaliveTimeoutMs,
      ping: (onAcknowledged) => this.#ping(onAcknowledged),
      onTimeout: (quietMs) =>
        onKeepaliveTimeout(
          `keepalive timed out, ${Math.round(quietMs / 1000)} s after the server last sent data`,
        ),
    });
    this.#desyncDetector = new DesyncDetector({
      clock,
      bytesRead: () => socket.bytesRead,
      lastActivityMs: () => this.#keepalive.lastActivityMs,
      ping: (onAcknowledged) => this.#keepalive.probe(onAcknowledged),
      onDesync,
    });
    this.#idleTimeout = new IdleTimeout(clock, onIdleTimeout);
  }

  /** Whether the server has ever sent data. Acknowledgments of pings do not count. */
  get hasReceivedData(): boolean {
    return this.#keepalive.hasReceivedData;
  }

  /** The time of the last inbound data or acknowledgment, in milliseconds of the clock. */
  get lastActivityMs(): number {
    return this.#keepalive.lastActivityMs;
  }

  /** Whether the connection was idle for so long that it must be pinged before its next call. */
  get needsPing(): boolean {
    return this.#idleTimeout.needsPing;
  }

  /** Notes that calls wait for the server. */
  setActive(): void {
    this.#isActive = true;
    this.#idleTimeout.setActive();
    this.#keepalive.setActive();
    this.#desyncDetector.setActive();
  }

  /** Notes that no call waits for the server. */
  setIdle(): void {
    this.#isActive = false;
    this.#idleTimeout.restart();
    this.#keepalive.setIdle();
    this.#desyncDetector.setIdle();
  }

  /** Notes that the server sent data. */
  onInboundActivity(): void {
    this.#keepalive.onInboundActivity();
  }

  /**
   * Sends a ping at once and calls back when it is acknowledged. Returns false if no ping may be sent. A ping that is not
   * acknowledged in time is a keepalive timeout.
   */
  verify(timeoutMs: number, onAcknowledged: () => void): boolean {
    return this.#keepalive.pingNow(() => {
      this.#idleTimeout.restart(this.#isActive);
      onAcknowledged();
    }, timeoutMs);
  }

  /** Cancels all timers. */
  stop(): void {
    this.#keepalive.stop();
    this.#desyncDetector.stop();
    this.#idleTimeout.stop();
  }

  #ping(onAcknowledged: () => void): void {
    const isSent = this.#client.ping((error, durationMs) => {
      if (error) return;
      this.#debug?.("ping", `ping acknowledged after ${durationMs.toFixed(1)} ms`);
      this.#desyncDetector.onPingAck();
      onAcknowledged();
    });
    if (isSent) this.#debug?.("ping", "sent a ping");
  }
}
