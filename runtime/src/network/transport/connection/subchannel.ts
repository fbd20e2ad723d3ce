/**
 * The connections of a session to one endpoint, from DNS to draining. This folder knows nothing of messages.
 *
 * @module
 */
import { errorText } from "../../../base/text/value-text.js";
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { withConnectionFailure, type ConnectionFailure } from "../../../calls/error/connection-failure.js";
import type { StatusError } from "../../../calls/error/status-error.js";
import { CallQuota } from "./call-quota.js";
import { CallQueue } from "./call-queue.js";
import { connect, type ConnectResult } from "./connect.js";
import type { ConnectTarget } from "./connect-target.js";
import { Connection } from "./connection.js";
import { ConnectionLoss } from "./connection-loss.js";
import type { ConnectionOwner, OwnedConnection } from "./connection-owner.js";
import { describeConnection } from "./describe-connection.js";
import { ConnectionStateMachine } from "./connection-state.js";
import { type Connectivity, deriveConnectivity } from "./connectivity.js";
import type { Timing } from "../timing.js";
import { PendingRetries } from "./pending-retries.js";
import { ReconnectBackoff } from "./reconnect-backoff.js";

/**
 * Connections to one endpoint at most, as in gRFC A105 ("MAX_CONCURRENT_STREAMS Connection Scaling"): another one is opened
 * only while calls wait because all connections have as many streams as the server allows.
 */
const maxConnections = 10;

/** Connections on which the server allows no stream at all: another one may reach another server. */
const maxConnectionsWithoutStreams = 2;

/**
 * The connections to one endpoint, as gRPC's subchannel, and the calls that wait for one.
 *
 * A call takes the first connection with capacity. Without one it waits, and another connection is opened. If connecting
 * fails, all waiting calls fail, and the next attempt follows after a backoff, during which calls with `waitForReady:
 * false` fail at once. When an attempt succeeds, the calls whose retries wait for a connection are started.
 */
export class Subchannel implements ConnectionOwner {
  readonly #target: ConnectTarget;
  readonly #timing: Timing;
  readonly #queue: CallQueue;
  readonly #pendingRetries: PendingRetries;
  readonly quota = new CallQuota();
  #isShutdown = false;
  /** Stops the attempt to connect. A controller is large, so an idle subchannel has none. */
  #stop: AbortController | undefined;
  /** The connections that take calls. */
  #connections: Connection[] = [];
  /** All open connections, including those that drain. */
  readonly #openConnections = new Set<OwnedConnection>();
  /** The state of the connection that is being opened. */
  #connecting: ConnectionStateMachine | undefined;
  #published: Connectivity = "IDLE";
  #connectionCount = 0;
  readonly #backoff: ReconnectBackoff;
  /** The earliest deadline of the calls that were queued since the last attempt. */
  #earliestDeadlineMs = Infinity;
  #backoffEndMs = 0;
  #cancelBackoff: (() => void) | undefined;
  #roundTripMs: number | undefined;
  /** Milliseconds without inbound data until new connections send a keepalive ping. */
  #keepaliveMs: number;
  /** Connections in a row that ended without an answer, although they had calls. */
  #unansweredLosses = 0;
  #errorCode = 0;
  #errorCodeCount = 0;
  #lastFailure: StatusError | undefined;

  constructor(target: ConnectTarget, timing: Timing) {
    this.#target = target;
    this.#timing = timing;
    this.#keepaliveMs = target.settings.keepaliveMs;
    this.#backoff = new ReconnectBackoff(timing);
    this.#queue = new CallQueue(timing.clock, () => this.#endBackoff());
    this.#pendingRetries = new PendingRetries(timing.clock);
  }

  /** The `:scheme` of calls. */
  get scheme(): "http" | "https" {
    return this.#target.tls ? "https" : "http";
  }

  /** The state of the subchannel. */
  get connectivity(): Connectivity {
    const connections = this.#connections.map((one) => one.state);
    if (this.#connecting) connections.push(this.#connecting.state);
    return deriveConnectivity({
      connections,
      isBackingOff: this.#backoff.isActive,
      isShutdown: this.#isShutdown,
    });
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
    if (call.waitForReady !== false)
      this.#earliestDeadlineMs = Math.min(this.#earliestDeadlineMs, call.deadlineMs);
    this.#assignCalls();
    return waiting;
  }

  onCapacity(): void {
    if (this.#queue.size > 0) this.#assignCalls();
  }

  onClosed(connection: OwnedConnection): void {
    this.#openConnections.delete(connection);
    if (connection.loss.hadAnswered) this.#errorCodeCount = this.#unansweredLosses = 0;
    else if (connection.isLost) this.#onUnansweredLoss(connection);
  }

  /** Notes a connection that ended without an answer. The next attempt begins with another address. */
  #onUnansweredLoss({ address }: OwnedConnection): void {
    this.#unansweredLosses += 1;
    const { addressHealth, endpoint } = this.#target;
    if (address !== undefined) addressHealth.markFailed(address, endpoint.address.port);
  }

  countErrorCode(code: number, hadAnswered: boolean): number {
    this.#errorCodeCount = hadAnswered ? 0 : code === this.#errorCode ? this.#errorCodeCount + 1 : 1;
    this.#errorCode = code;
    return this.#errorCodeCount;
  }

  onTooManyPings(): void {
    const { endpoint, settings } = this.#target;
    this.#keepaliveMs *= 2;
    const text = `${endpoint.authority} ended a connection because of too many pings; new ones send a ping after ${this.#keepaliveMs} ms: set keepaliveMs to at least that`;
    settings.warn?.({ event: "too_many_pings", endpoint: endpoint.authority, message: text });
  }

  describeLoss(roundTripMs: number, connection: { readonly hasReceivedData: boolean }): ConnectionFailure {
    const isFirst = this.#unansweredLosses === 0;
    return new ConnectionLoss({ isFirst, whenBack: this.#whenConnected }, roundTripMs, connection);
  }

  /** Closes all connections and fails every waiting call. */
  close(error: StatusError): void {
    this.#isShutdown = true;
    this.#stop?.abort(error);
    this.#queue.rejectAll(error);
    this.#pendingRetries.pause();
    for (const connection of this.#openConnections) connection.close();
    this.#publishConnectivity();
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
    if (this.#connecting || this.#isShutdown) return;
    const usable = this.#connections.filter((one) => one.isUsable);
    if (usable.filter((one) => one.allowsNoStreams).length >= maxConnectionsWithoutStreams) return;
    if (usable.length >= maxConnections || usable.some((one) => one.isVerifying && one.needsPing)) return;
    const dueMs = this.#backoff.nextAttemptMs(this.#earliestDeadlineMs, this.#roundTripMs);
    const delayMs = dueMs - this.#timing.clock.nowMs();
    if (delayMs <= 0) return void this.#connect();
    if (usable.length === 0) this.#queue.rejectFailFast(this.#lastFailure);
    if (this.#queue.size === 0) return;
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
    const { endpoint, settings } = this.#target;
    const startMs = this.#timing.clock.nowMs();
    const name = `connection ${++this.#connectionCount}`;
    const debug =
      settings.debug &&
      ((event: "connection" | "ping" | "goaway", text: string): void =>
        settings.debug?.(event, endpoint.authority, `${name} ${text}`));
    const machine = new ConnectionStateMachine((to, from, reason) => {
      debug?.("connection", `${from} -> ${to}: ${reason}`);
      this.#onTransition();
    });
    this.#connecting = machine;
    this.#earliestDeadlineMs = Infinity;
    this.#publishConnectivity();
    try {
      this.#stop = new AbortController();
      const connected = await connect(this.#target, this.#timing, this.#stop.signal);
      this.#connecting = this.#stop = undefined;
      this.#onConnected(connected);
      const connection = new Connection({
        connected,
        machine,
        settings: { ...settings, keepaliveMs: this.#keepaliveMs },
        timing: this.#timing,
        owner: this,
        debug,
      });
      this.#openConnections.add(connection);
      this.#connections.push(connection);
      machine.transition(
        "open",
        describeConnection(connected, this.#target, this.#timing.clock.nowMs() - startMs),
      );
      this.#pendingRetries.resume();
    } catch (error) {
      this.#connecting = this.#stop = undefined;
      const delayMs = this.#onFailed(error as StatusError);
      const next = `the next attempt not before ${Math.round(delayMs)} ms`;
      machine.transition("closed", `attempt ${this.#backoff.failures} failed (${errorText(error)}); ${next}`);
    }
  }

  #onConnected({ roundTripMs }: ConnectResult): void {
    this.#backoff.reset();
    this.#lastFailure = undefined;
    this.#roundTripMs = roundTripMs;
  }

  /** Forgets connections that take no more calls, and opens another one if calls wait. */
  #onTransition(): void {
    this.#connections = this.#connections.filter((one) => one.isUsable);
    if (this.#connections.length === 0) this.#pendingRetries.pause();
    this.#publishConnectivity();
    if (this.#queue.size > 0) this.#assignCalls();
  }

  /** Logs the connectivity if it has changed. */
  #publishConnectivity(): void {
    const { endpoint, settings } = this.#target;
    const before = this.#published;
    this.#published = this.connectivity;
    if (this.#published === before) return;
    settings.debug?.("connection", endpoint.authority, `${before} -> ${this.#published}`);
  }

  /** Notes a failed attempt to connect, and fails the calls that wait for it. Returns the milliseconds until the next. */
  #onFailed(failure: StatusError): number {
    const delayMs = this.#backoff.onFailure();
    this.#lastFailure = withConnectionFailure(failure, {
      wasConnected: false,
      hadAnswered: false,
      isOneEvent: false,
      roundTripMs: this.#roundTripMs,
      whenBack: this.#whenConnected,
    });
    // Calls that wait for a stream on an open connection continue to wait for it.
    if (!this.#connections.some((one) => one.isUsable)) this.#queue.rejectAll(failure);
    return delayMs;
  }

  #describeWait(): string {
    const { endpoint } = this.#target;
    if (this.#connections.some((one) => one.isUsable && !one.isVerifying)) {
      return `for a free stream to ${endpoint.authority}: the server allows no more at a time`;
    }
    const last = this.#lastFailure ? ` (the last attempt: ${this.#lastFailure.message})` : "";
    return `for a connection to ${endpoint.authority}${last}`;
  }
}
