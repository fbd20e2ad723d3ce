import type { OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import type { ConnectionFailure } from "../../../calls/error/connection-failure.js";
import { errorText } from "../../../base/text/value-text.js";
import type { Clock } from "../../../base/time/clock.js";
import type { Http2Client } from "../../http2/http2-client.js";
import type { Http2Stream } from "../../http2/http2-stream.js";
import type { TransportSettings } from "../transport-settings.js";
import { isTooManyPings } from "./goaway.js";
import { CloseReason } from "./close-reason.js";
import type { ConnectionState, ConnectionStateMachine } from "./connection-state.js";
import type { ConnectResult } from "./connect.js";
import type { Timing } from "../timing.js";
import { closeSocket } from "./socket-close.js";
import { limitAge } from "./connection-age.js";
import { ConnectionHealth } from "./connection-health.js";
import type { ConnectionOwner, OwnedConnection } from "./connection-owner.js";

/** Milliseconds in which a connection that was idle must acknowledge a ping: a new connection takes about as long. */
const idlePingTimeoutMs = 2_000;

/** Milliseconds without inbound activity after which a connection that may not be pinged gets no more calls. */
const maxQuietMs = 20_000;

/** Streams in a row that the server may reset before the connection drains. */
const maxResets = 5;

/** The dependencies of a {@link Connection}. */
interface ConnectionOptions {
  readonly connected: ConnectResult;
  /** The state, which is `connecting` or `open`. */
  readonly machine: ConnectionStateMachine;
  readonly settings: TransportSettings;
  readonly timing: Timing;
  readonly owner: ConnectionOwner;
  /** Writes the debug log; undefined if it is off. */
  readonly debug: ((event: "connection" | "ping" | "goaway", text: string) => void) | undefined;
}

/**
 * One HTTP/2 connection whose handshake is complete. It never has more calls than the server allows
 * (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113, section 5.1.2), and does not keep the process alive while it has none.
 *
 * After a GOAWAY (RFC 9113, section 6.8), or when the client no longer trusts it, the connection drains: active calls
 * finish, and new calls go to another connection.
 */
export class Connection implements OwnedConnection {
  readonly #client: Http2Client;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #machine: ConnectionStateMachine;
  readonly #owner: ConnectionOwner;
  readonly #keepaliveTimeoutMs: number;
  readonly #health: ConnectionHealth;
  readonly #closeReason: CloseReason;
  /** Streams in a row that the server reset. */
  #resets = 0;
  #activeCalls = 0;
  /** All calls of the connection so far, and their maximum. */
  #startedCalls = 0;
  readonly #maxCalls: number;
  readonly #debug: ConnectionOptions["debug"];
  #lastStreamId = Infinity;
  /** The loss of this connection as one event, for all calls that are lost with it. */
  readonly loss: ConnectionFailure;
  readonly address: string | undefined;

  constructor({ connected, machine, settings, timing, owner, debug }: ConnectionOptions) {
    const { client, socket, roundTripMs } = connected;
    const { clock } = timing;
    this.#client = client;
    this.#socket = socket;
    this.#machine = machine;
    this.#debug = debug;
    this.address = connected.address;
    this.#clock = clock;
    this.#owner = owner;
    this.#maxCalls = owner.quota.maxCalls;
    this.#keepaliveTimeoutMs = settings.keepaliveTimeoutMs;
    this.#closeReason = new CloseReason(connected);
    this.#health = new ConnectionHealth({
      client,
      socket,
      settings,
      clock,
      debug,
      onKeepaliveTimeout: (reason) => this.destroy(reason),
      onDesync: () => {
        this.#closeReason.onProtocolError();
        this.destroy();
      },
      onIdleTimeout: () => {
        this.#closeReason.onClosedByClient();
        this.#close("it was idle for 15 minutes");
      },
    });
    this.loss = owner.describeLoss(roundTripMs, this.#health);
    client.on("remoteSettings", () => owner.onCapacity());
    client.on("goaway", (code, lastStreamId, debugData) => this.#onGoaway(code, lastStreamId, debugData));
    client.on("terminated", () => this.#onTerminated());
    client.on("close", () => owner.onClosed(this));
    client.unref();
    limitAge({ ...timing, maxAgeMs: settings.maxConnectionAgeMs, socket }, (reason) => this.#drain(reason));
  }

  /** SETTINGS_MAX_CONCURRENT_STREAMS of the server (RFC 9113, section 6.5.2). */
  get #maxConcurrentStreams(): number {
    return this.#client.remoteSettings.maxConcurrentStreams ?? Infinity;
  }

  /** Whether the connection can take a call now. */
  get hasCapacity(): boolean {
    return this.#machine.state === "open" && this.#activeCalls < this.#maxConcurrentStreams;
  }

  /** Whether the server allows no streams for now (SETTINGS_MAX_CONCURRENT_STREAMS is 0). */
  get allowsNoStreams(): boolean {
    return this.#maxConcurrentStreams === 0;
  }

  /** Whether the connection takes calls, or will after the server acknowledges a ping. */
  get isUsable(): boolean {
    return this.#machine.state === "open" || this.isVerifying;
  }

  /** Whether the connection takes no calls until the server acknowledges a ping. */
  get isVerifying(): boolean {
    return this.#machine.state === "verifying";
  }

  /** Whether the connection was idle for so long that it must be pinged before its next call. */
  get needsPing(): boolean {
    return this.#health.needsPing;
  }

  /** The server's SETTINGS_MAX_HEADER_LIST_SIZE, in bytes (RFC 9113, section 6.5.2). */
  get maxHeaderBytes(): number {
    return this.#client.remoteSettings.maxHeaderListSize ?? Infinity;
  }

  get isLost(): boolean {
    return this.#startedCalls > 0 && this.#closeReason.isLoss;
  }

  /** The state of the connection. */
  get state(): ConnectionState {
    return this.#machine.state;
  }

  /** The reason that ended the connection; undefined while it is open. */
  get closeReason(): CloseReason | undefined {
    return this.#client.destroyed ? this.#closeReason : undefined;
  }

  /** The time of the last inbound data or acknowledgment, in milliseconds of the clock. */
  get lastActivityMs(): number {
    return this.#health.lastActivityMs;
  }

  /** Reserves a stream for a call. */
  reserveStream(): void {
    this.#activeCalls += 1;
    this.#startedCalls += 1;
    if (this.#activeCalls === 1) {
      this.#socket.ref();
      this.#health.setActive();
    }
    if (this.#startedCalls >= this.#maxCalls) this.#drain("it has had all calls that the server accepts");
  }

  /** Returns the stream of a call. The last one of a connection that drains closes it. */
  releaseStream(): void {
    this.#activeCalls -= 1;
    if (this.#activeCalls === 0) {
      this.#health.setIdle();
      this.#socket.unref();
      if (this.#machine.state === "draining") this.#close("its last call has ended");
      else if (this.#machine.state === "closed") this.#closeSocket();
    }
    if (this.#machine.state === "open") this.#owner.onCapacity();
  }

  /** Opens a stream that was reserved. Throws if the connection has just started to close. */
  openStream(headers: OutgoingHttpHeaders): Http2Stream {
    try {
      return this.#client.request(headers);
    } catch (error) {
      // The stream identifiers may be exhausted as well (RFC 9113, section 5.1.1).
      this.#drain(errorText(error));
      throw error;
    }
  }

  /** Notes that the server sent data. */
  onInboundActivity(): void {
    this.#resets = 0;
    this.#health.onInboundActivity();
  }

  /** Whether the server's GOAWAY states that it did not process a stream (RFC 9113, section 6.8). */
  hasNotProcessed({ id }: Http2Stream): boolean {
    return id > this.#lastStreamId;
  }

  /** Counts a stream that the server reset before any response. A proxy that has lost its server resets all of them. */
  countReset(): void {
    if (++this.#resets === maxResets) this.#drain(`the server reset ${maxResets} calls in a row`);
  }

  /** Notes the error of a stream. If it is that of the connection, the stream reports it first. */
  onStreamError(error: Error): void {
    if (this.#client.destroyed) this.#closeReason.onError(error);
  }

  /** Pings a connection that was idle. It takes calls again when the server acknowledges the ping. */
  pingBeforeUse(): void {
    if (!this.isUsable || this.#verify(idlePingTimeoutMs, "it was idle")) return;
    this.#drain("it was idle, and it may not be pinged");
  }

  /**
   * Pings a connection on which a call timed out without inbound activity. It takes no calls until the server
   * acknowledges the ping, and drains if it may not be pinged and the last activity is too long ago to trust it.
   */
  pingAfterTimeout(): void {
    if (!this.isUsable || this.#verify(this.#keepaliveTimeoutMs, "a call timed out without an answer"))
      return;
    if (this.#clock.nowMs() - this.lastActivityMs >= maxQuietMs) {
      this.#drain("the server sends nothing, and it may not be pinged");
    }
  }

  close(): void {
    this.#closeReason.onClosedByClient();
    this.#close("the session was closed");
  }

  /** Ends the connection and every call on it at once. */
  destroy(reason?: string): void {
    this.#closeReason.onClosedByClient(reason);
    this.#machine.transition("closed", this.#closeReason.text);
    this.#health.stop();
    if (!this.#client.destroyed) this.#client.destroy();
    // A socket that is ending would wait for the server's side.
    this.#socket.destroy();
  }

  /** Pings the server, and takes no calls until it acknowledges. Returns false if no ping may be sent. */
  #verify(timeoutMs: number, reason: string): boolean {
    if (this.isVerifying) return true;
    const onAcknowledged = (): void => {
      if (this.#machine.transition("open", "the server acknowledged the ping")) this.#owner.onCapacity();
    };
    if (!this.#health.verify(timeoutMs, onAcknowledged)) return false;
    return this.#machine.transition("verifying", reason);
  }

  /** Takes no more calls, and closes after the last active one. */
  #drain(reason: string): void {
    if (this.#machine.transition("draining", reason) && this.#activeCalls === 0) this.#close(reason);
  }

  /** Takes no more calls and sends no more pings. */
  #close(reason: string): void {
    this.#machine.transition("closed", reason);
    this.#health.stop();
    this.#client.close();
    this.#closeSocket();
  }

  #closeSocket(): void {
    closeSocket(this.#socket, this.#activeCalls > 0, this.#clock, () => this.destroy());
  }

  #onGoaway(code: number, lastStreamId: number, debugData: Uint8Array | undefined): void {
    this.#lastStreamId = lastStreamId;
    const text = `received GOAWAY: code ${code}, last stream ${lastStreamId}`;
    this.#debug?.("goaway", text);
    const isNoError = this.#closeReason.onGoaway(code, debugData, () =>
      this.#owner.countErrorCode(code, this.#health.hasReceivedData),
    );
    if (isTooManyPings(code, debugData)) this.#owner.onTooManyPings();
    // Streams of a client have odd identifiers; 0 states that none was processed.
    if (isNoError) this.#owner.quota.onGoaway(this.#startedCalls, Math.floor((lastStreamId + 1) / 2));
    this.#drain(text);
  }

  /** Notes the end of the HTTP/2 client, before its streams fail and their calls look for another connection. */
  #onTerminated(): void {
    this.#machine.transition("closed", this.#closeReason.text);
    this.#health.stop();
    if (this.#startedCalls >= this.#maxCalls && this.#lastStreamId === Infinity) this.#owner.quota.raise();
  }
}
