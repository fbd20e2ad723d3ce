/**
 * The connections of a session to one endpoint: DNS, TCP, TLS, proxies, keepalive and draining. This folder knows sockets
 * and HTTP/2, and nothing of the messages that calls carry.
 *
 * @module
 */
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { backoffDelayMs } from "../../../calls/chain/backoff.js";
import { withConnectionFailure, type ConnectionFailure } from "../../../calls/error/connection-failure.js";
import type { StatusError } from "../../../calls/error/status-error.js";
import { CallQuota } from "./call-quota.js";
import { CallQueue } from "./call-queue.js";
import { connect, type ConnectResult } from "./connect.js";
import type { ConnectTarget } from "./connect-target.js";
import { Connection, type ConnectionOwner } from "./connection.js";
import type { Timing } from "../timing.js";
import { PendingRetries } from "./pending-retries.js";

/**
 * Connections to one endpoint. Another one is opened only while calls wait for a stream. gRPC has no argument for it.
 */
const maxConnections = 10;

/** Connections on which the server allows no stream at all: another one may reach another server. */
const maxConnectionsWithoutStreams = 2;

/**
 * The backoff between attempts to connect: gRPC's `grpc.initial_reconnect_backoff_ms` and
 * `grpc.max_reconnect_backoff_ms`.
 */
const backoff = { baseDelayMs: 100, maxDelayMs: 5_000 };

/**
 * A call near its deadline ends the backoff early: this many round trips before, which a connection and the call take,
 */
const deadlineLeadRoundTrips = 6;
/** and at least this many milliseconds. */
const minDeadlineLeadMs = 500;

/**
 * The connections to one endpoint, as gRPC's subchannel, and the calls that wait for one.
 *
 * A call takes the first connection with capacity. Without one it waits, and another connection is opened. If connecting
 * fails, all waiting calls fail, and the next attempt follows after a backoff. When an attempt succeeds, the calls whose
 * retries wait for a connection are started.
 */
export class Subchannel implements ConnectionOwner {
  readonly #target: ConnectTarget;
  readonly #timing: Timing;
  readonly #queue: CallQueue;
  readonly #pendingRetries: PendingRetries;
  readonly quota = new CallQuota();
  readonly #stop = new AbortController();
  /** The connections that take calls. */
  #connections: Connection[] = [];
  /** All open connections, including those that drain. */
  readonly #openConnections = new Set<Connection>();
  #isConnecting = false;
  #connectionCount = 0;
  #failures = 0;
  #lastFailureMs = 0;
  #nextAttemptMs = 0;
  /** The earliest deadline of the calls that were queued since the last attempt. */
  #earliestDeadlineMs = Infinity;
  #backoffEndMs = 0;
  #cancelBackoff: (() => void) | undefined;
  #roundTripMs: number | undefined;
  #errorCode = 0;
  #errorCodeCount = 0;
  #lastFailure: StatusError | undefined;

  constructor(target: ConnectTarget, timing: Timing) {
    this.#target = target;
    this.#timing = timing;
    this.#queue = new CallQueue(timing.clock, () => this.#endBackoff());
    this.#pendingRetries = new PendingRetries(timing.clock);
  }

  /** The `:scheme` of calls. */
  get scheme(): "http" | "https" {
    return this.#target.tls ? "https" : "http";
  }

  /** Reserves a stream and returns its connection; undefined if the call must wait. */
  reserveConnection(): Connection | undefined {
    if (this.#queue.size > 0) return undefined;
    const connection = this.#findConnection();
    connection?.reserveStream();
    return connection;
  }

  /** Waits for a connection and reserves a stream on it. */
  waitForConnection(call: OutgoingCall, timedOut: (waitedFor: string) => Error): Promise<Connection> {
    const waiting = this.#queue.enqueue(call, () => timedOut(this.#describeWait()));
    this.#earliestDeadlineMs = Math.min(this.#earliestDeadlineMs, call.deadlineMs);
    this.#assignCalls();
    return waiting;
  }

  onCapacity(): void {
    if (this.#queue.size > 0) this.#assignCalls();
  }

  onClosing(connection: Connection): void {
    this.#connections = this.#connections.filter((one) => one !== connection);
    if (this.#connections.length === 0) this.#pendingRetries.pause();
    if (this.#queue.size > 0) this.#assignCalls();
  }

  onClosed(connection: Connection): void {
    this.#openConnections.delete(connection);
    if (connection.loss.hadAnswered) this.#errorCodeCount = 0;
  }

  countErrorCode(code: number, hadAnswered: boolean): number {
    this.#errorCodeCount = hadAnswered ? 0 : code === this.#errorCode ? this.#errorCodeCount + 1 : 1;
    this.#errorCode = code;
    return this.#errorCodeCount;
  }

  describeLoss(roundTripMs: number, hadAnswered: () => boolean): ConnectionFailure {
    return {
      wasConnected: true,
      get hadAnswered() {
        return hadAnswered();
      },
      roundTripMs,
      whenBack: this.#whenConnected,
    };
  }

  /** Closes all connections and fails every waiting call. */
  close(error: StatusError): void {
    this.#stop.abort(error);
    this.#queue.rejectAll(error);
    this.#pendingRetries.pause();
    for (const connection of this.#openConnections) connection.close();
  }

  readonly #whenConnected = (retry: () => void): (() => void) => this.#pendingRetries.add(retry);

  /** Returns the first connection with capacity, and pings those that were idle for long. */
  #findConnection(): Connection | undefined {
    for (const connection of this.#connections) {
      if (!connection.hasCapacity) continue;
      if (!connection.needsPing) return connection;
      connection.pingBeforeUse();
    }
    return undefined;
  }

  #assignCalls(): void {
    while (this.#queue.size > 0) {
      const connection = this.#findConnection();
      if (!connection) return this.#connectIfNeeded();
      this.#queue.assign(connection);
    }
  }

  #connectIfNeeded(): void {
    if (this.#isConnecting || this.#stop.signal.aborted) return;
    const usable = this.#connections.filter((one) => one.isUsable);
    if (usable.filter((one) => one.allowsNoStreams).length >= maxConnectionsWithoutStreams) return;
    if (usable.length >= maxConnections || usable.some((one) => one.isAwaitingPing && one.needsPing)) return;
    const leadMs = Math.max(minDeadlineLeadMs, deadlineLeadRoundTrips * (this.#roundTripMs ?? 0));
    const urgentMs = Math.max(this.#earliestDeadlineMs - leadMs, this.#lastFailureMs + backoff.baseDelayMs);
    const dueMs = Math.min(this.#nextAttemptMs, urgentMs);
    const delayMs = dueMs - this.#timing.clock.nowMs();
    if (delayMs <= 0) return void this.#connect();
    if (this.#cancelBackoff && this.#backoffEndMs <= dueMs) return;
    this.#endBackoff();
    this.#backoffEndMs = dueMs;
    this.#cancelBackoff = this.#timing.clock.after(delayMs, () => {
      this.#endBackoff();
      this.#assignCalls();
    });
  }

  #endBackoff(): void {
    this.#cancelBackoff?.();
    this.#cancelBackoff = undefined;
  }

  async #connect(): Promise<void> {
    const startMs = this.#timing.clock.nowMs();
    this.#isConnecting = true;
    this.#earliestDeadlineMs = Infinity;
    try {
      const connected = await connect(this.#target, this.#timing, this.#stop.signal);
      this.#isConnecting = false;
      this.#failures = 0;
      this.#lastFailure = undefined;
      this.#roundTripMs = connected.roundTripMs;
      const connection = this.#makeConnection(connected, startMs);
      this.#openConnections.add(connection);
      this.#connections.push(connection);
      this.#assignCalls();
      this.#pendingRetries.resume();
    } catch (error) {
      this.#isConnecting = false;
      this.#backOff(error as StatusError);
    }
  }

  #makeConnection(connected: ConnectResult, startMs: number): Connection {
    const { endpoint, settings } = this.#target;
    const { clock } = this.#timing;
    const name = `connection ${++this.#connectionCount}`;
    const write = settings.debug;
    const debug =
      write &&
      ((event: "connection" | "ping" | "goaway", text: string) =>
        write(event, endpoint.authority, `${name} ${text}`));
    const { remoteAddress, remotePort } = connected.socket;
    const streams = connected.client.remoteSettings.maxConcurrentStreams;
    debug?.(
      "connection",
      `ready after ${Math.round(clock.nowMs() - startMs)} ms: ${remoteAddress}:${remotePort}, ${this.#target.tls ? "TLS" : "no TLS"}, at most ${streams ?? "any number of"} streams`,
    );
    return new Connection({ connected, settings, clock, owner: this, debug });
  }

  #backOff(failure: StatusError): void {
    const { clock, random } = this.#timing;
    this.#failures += 1;
    this.#lastFailure = withConnectionFailure(failure, {
      wasConnected: false,
      hadAnswered: false,
      roundTripMs: this.#roundTripMs,
      whenBack: this.#whenConnected,
    });
    this.#lastFailureMs = clock.nowMs();
    const delayMs = backoffDelayMs(this.#failures, backoff, () => 0.5 + random() / 2);
    this.#nextAttemptMs = clock.nowMs() + delayMs;
    const { endpoint, settings } = this.#target;
    settings.debug?.(
      "connection",
      endpoint.authority,
      `attempt ${this.#failures} to connect failed (${failure.message}); the next not before ${Math.round(delayMs)} ms`,
    );
    // Calls that wait for a stream on an open connection continue to wait for it.
    if (this.#connections.some((one) => one.isUsable)) this.#assignCalls();
    else this.#queue.rejectAll(failure);
  }

  #describeWait(): string {
    const { endpoint } = this.#target;
    if (this.#connections.some((one) => one.isUsable && !one.isAwaitingPing)) {
      return `for a free stream to ${endpoint.authority}: the server allows no more at a time`;
    }
    const last = this.#lastFailure ? ` (the last attempt: ${this.#lastFailure.message})` : "";
    return `for a connection to ${endpoint.authority}${last}`;
  }
}
