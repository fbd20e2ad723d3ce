import type { OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import type { ConnectionFailure } from "../../../calls/error/connection-failure.js";
import type { Clock } from "../../../base/time/clock.js";
import type { Http2Client } from "../../http2/http2-client.js";
import type { Http2Stream } from "../../http2/http2-stream.js";
import type { TransportSettings } from "../transport-settings.js";
import type { CallQuota } from "./call-quota.js";
import { CloseReason } from "./close-reason.js";
import type { ConnectResult } from "./connect.js";
import { ConnectionHealth } from "./connection-health.js";

/** The owner of a connection. */
export interface ConnectionOwner {
  /** Called when the connection can take a call again. */
  onCapacity(): void;
  /** Called when the connection takes no more calls: it drains, it is closing, or it is lost. */
  onClosing(connection: Connection): void;
  /** Called when the connection and all calls on it have ended. */
  onClosed(connection: Connection): void;
  /**
   * Counts an error code of a GOAWAY. Returns the number of connections in a row that ended by it without a response.
   */
  countErrorCode(code: number, hadAnswered: boolean): number;
  /** The number of calls that a connection may carry. */
  readonly quota: CallQuota;
  /** Returns the loss of a connection as one event, for all calls that are lost with it. */
  describeLoss(roundTripMs: number, hadAnswered: () => boolean): ConnectionFailure;
}

/** Milliseconds that the server has to close its side of a connection that has ended. */
const closeTimeoutMs = 1_000;

/** Streams in a row that the server may reset with INTERNAL_ERROR before the connection drains. */
const maxResets = 5;

/** The dependencies of a {@link Connection}. */
interface ConnectionOptions {
  readonly connected: ConnectResult;
  readonly settings: TransportSettings;
  readonly clock: Clock;
  readonly owner: ConnectionOwner;
  /** Writes the debug log; undefined if it is off. */
  readonly debug: ((event: "connection" | "ping" | "goaway", text: string) => void) | undefined;
}

/**
 * One open HTTP/2 connection. It never has more calls than the server allows (SETTINGS_MAX_CONCURRENT_STREAMS, RFC 9113,
 * section 5.1.2), and does not keep the process alive while it has none.
 *
 * After a GOAWAY (RFC 9113, section 6.8), or when the client no longer trusts it, the connection drains: active calls
 * finish, and new calls go to another connection.
 */
export class Connection {
  readonly #client: Http2Client;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #owner: ConnectionOwner;
  readonly #health: ConnectionHealth;
  readonly #closeReason: CloseReason;
  /** Streams in a row that the server reset. */
  #resets = 0;
  #maxConcurrentStreams = 0;
  #activeCalls = 0;
  /** All calls of the connection so far, and their maximum. */
  #startedCalls = 0;
  readonly #maxCalls: number;
  #isClosing = false;
  #isDraining = false;
  readonly #debug: ConnectionOptions["debug"];
  #lastStreamId = Infinity;
  /** The loss of this connection as one event, for all calls that are lost with it. */
  readonly loss: ConnectionFailure;

  constructor({ connected, settings, clock, owner, debug }: ConnectionOptions) {
    const { client, socket, roundTripMs } = connected;
    this.#client = client;
    this.#socket = socket;
    this.#debug = debug;
    this.#clock = clock;
    this.#owner = owner;
    this.#maxCalls = owner.quota.maxCalls;
    this.#closeReason = new CloseReason(connected);
    this.#health = new ConnectionHealth({
      client,
      socket,
      settings,
      clock,
      debug,
      onKeepaliveTimeout: (reason) => this.destroy(reason),
      onDesync: () => this.#onProtocolError(),
      onIdleTimeout: () => {
        this.#debug?.("connection", "closed: it was idle for 15 minutes");
        this.#closeReason.onClosedByClient();
        this.#startClosing();
      },
    });
    this.loss = owner.describeLoss(roundTripMs, () => this.#health.hasReceivedData);
    this.#readSettings();
    client.on("remoteSettings", () => {
      this.#readSettings();
      owner.onCapacity();
    });
    client.on("goaway", (code, lastStreamId, debugData) => this.#onGoaway(code, lastStreamId, debugData));
    client.on("close", () => {
      this.#debug?.("connection", `ended: ${this.#closeReason.text}`);
      this.#startClosing();
      if (this.#isExhausted && this.#lastStreamId === Infinity) owner.quota.raise();
      owner.onClosed(this);
    });
    client.unref();
  }

  /** Whether the connection can take a call now. */
  get hasCapacity(): boolean {
    return this.isUsable && !this.isAwaitingPing && this.#activeCalls < this.#maxConcurrentStreams;
  }

  /** Whether the server allows no streams for now (SETTINGS_MAX_CONCURRENT_STREAMS is 0). */
  get allowsNoStreams(): boolean {
    return this.#maxConcurrentStreams === 0;
  }

  /** Whether the connection is open and neither drains nor closes. */
  get isUsable(): boolean {
    const { closed, destroyed } = this.#client;
    return !this.#isClosing && !this.#isDraining && !this.#isExhausted && !closed && !destroyed;
  }

  get #isExhausted(): boolean {
    return this.#startedCalls >= this.#maxCalls;
  }

  /** Whether the connection takes no calls until the server acknowledges a ping. */
  get isAwaitingPing(): boolean {
    return this.#health.isAwaitingPing;
  }

  /** Whether the connection was idle for so long that it must be pinged before its next call. */
  get needsPing(): boolean {
    return this.#health.needsPing;
  }

  /** The server's SETTINGS_MAX_HEADER_LIST_SIZE, in bytes (RFC 9113, section 6.5.2). */
  get maxHeaderBytes(): number {
    return this.#client.remoteSettings.maxHeaderListSize ?? Infinity;
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
    if (this.#activeCalls > 1) return;
    this.#socket.ref();
    this.#health.setActive();
  }

  /** Returns the stream of a call. The last one of a connection that drains closes it. */
  releaseStream(): void {
    this.#activeCalls -= 1;
    if (this.#activeCalls === 0) {
      this.#health.setIdle();
      this.#socket.unref();
      if (this.#isClosing) this.#closeSocket();
      else if (this.#isDraining || this.#isExhausted) this.#startClosing();
    }
    if (!this.#isClosing) this.#owner.onCapacity();
  }

  /** Opens a stream that was reserved. Throws if the connection has just started to close. */
  openStream(headers: OutgoingHttpHeaders): Http2Stream {
    try {
      return this.#client.request(headers);
    } catch (error) {
      // The stream identifiers may be exhausted as well (RFC 9113, section 5.1.1).
      this.#startClosing();
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
    if (++this.#resets === maxResets && this.isUsable)
      this.#drain(`the server reset ${maxResets} calls in a row`);
  }

  /** Notes the error of a stream. If it is that of the connection, the stream reports it first. */
  onStreamError(error: Error): void {
    if (this.#client.destroyed) this.#closeReason.onError(error);
  }

  /** Pings a connection that was idle. It takes calls again when the server acknowledges the ping. */
  pingBeforeUse(): void {
    if (this.isUsable && !this.#health.pingBeforeUse(() => this.#owner.onCapacity())) this.#drain();
  }

  /**
   * Pings a connection on which a call timed out without inbound activity. It takes no calls until the server
   * acknowledges the ping, and drains if it may not be pinged.
   */
  pingAfterTimeout(): void {
    if (this.isUsable && !this.#health.pingAfterTimeout(() => this.#owner.onCapacity())) this.#drain();
  }

  /** Takes no more calls, and closes after the last active one. */
  #drain(why = "the server sends nothing, and it may not be pinged"): void {
    this.#debug?.("connection", `drains: ${why}`);
    this.#isDraining = true;
    if (this.#activeCalls === 0) this.#startClosing();
    else this.#owner.onClosing(this);
  }

  /** Closes the connection after the frames that reset canceled calls are sent. */
  close(): void {
    this.#closeReason.onClosedByClient();
    this.#startClosing();
    this.#closeSocket();
  }

  /** Ends the connection and every call on it at once. */
  destroy(reason?: string): void {
    this.#closeReason.onClosedByClient(reason);
    if (!this.#client.destroyed) this.#client.destroy();
    // A socket that is ending would wait for the server's side.
    this.#socket.destroy();
    this.#startClosing();
  }

  #readSettings(): void {
    this.#maxConcurrentStreams = this.#client.remoteSettings.maxConcurrentStreams ?? Infinity;
  }

  #onGoaway(code: number, lastStreamId: number, debugData: Uint8Array | undefined): void {
    this.#lastStreamId = lastStreamId;
    this.#debug?.("goaway", `received GOAWAY: code ${code}, last stream ${lastStreamId}`);
    const isNoError = this.#closeReason.onGoaway(code, debugData, () =>
      this.#owner.countErrorCode(code, this.#health.hasReceivedData),
    );
    // Streams of a client have odd identifiers.
    if (isNoError) this.#owner.quota.onGoaway(this.#startedCalls, (lastStreamId + 1) / 2);
    this.#startClosing();
  }

  /** Takes no more calls and sends no more pings. The HTTP/2 client closes after its last stream. */
  #startClosing(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#health.stop();
    if (!this.#client.closed && !this.#client.destroyed) this.#client.close();
    if (this.#activeCalls === 0) this.#closeSocket();
    this.#owner.onClosing(this);
  }

  /** Closes the socket with the last call, without waiting for the server, and after a second in any case. */
  #closeSocket(): void {
    if (this.#socket.destroyed) return;
    // Not in this turn: the frames that reset a canceled call are still to be written.
    if (this.#activeCalls === 0) setImmediate(() => this.#socket.destroySoon());
    const cancel = this.#clock.after(closeTimeoutMs, () => this.destroy(), true);
    this.#socket.once("close", cancel);
  }

  #onProtocolError(): void {
    this.#closeReason.onProtocolError();
    this.destroy();
  }
}
