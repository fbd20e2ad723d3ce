import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { Socket } from "node:net";
import type { BrokenWay } from "../../error/broken-way.js";
import type { Clock } from "../../time/clock.js";
import { errorText } from "../../text/value-text.js";
import type { TransportSettings } from "../transport-settings.js";
import type { CallQuota } from "./call-quota.js";
import type { Dialled } from "./dial.js";
import { goodbyeReason } from "./goodbye.js";
import { Idleness } from "./idleness.js";
import { Liveness } from "./liveness.js";

/** The keeper of a connection. */
export interface ConnectionKeeper {
  /** The connection may take a call that it could not take before. */
  onRoom(): void;
  /** The connection takes no call any more: it is lost, or the server has said goodbye. */
  onGone(connection: Connection): void;
  /** The connection and all calls on it have ended. */
  onEnd(connection: Connection): void;
  /** The server ended a connection by the code of an error; how often in a row it did so by this code, without an answer. */
  onErrorCode(code: number, hadAnswered: boolean): number;
  /** How many calls a connection may carry. */
  readonly quota: CallQuota;
  /** The way that a connection is lost on, with it. */
  wayOf(roundTripMs: number, hadAnswered: () => boolean): BrokenWay;
}

/** How long the server has to close its side of a connection that is over, in milliseconds. */
const partingMs = 1_000;

/** The parts that a connection is made with. */
interface ConnectionParts {
  readonly dialled: Dialled;
  readonly settings: TransportSettings;
  readonly clock: Clock;
  readonly keeper: ConnectionKeeper;
  /** Writes down what becomes of it; undefined if nobody reads it. */
  readonly debug: ((event: "connection" | "ping" | "goaway", text: string) => void) | undefined;
}

/** How long a connection that was idle may take to answer: a new connection is made as fast. */
const staleAnswerMs = 2_000;

/** Silence after which a connection that may not be asked is trusted no more, in milliseconds. */
const longSilenceMs = 20_000;

/**
 * One HTTP/2 connection that is open. It counts its calls: never more than the
 * server allows, and none that is idle holds the process open.
 */
export class Connection {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #keeper: ConnectionKeeper;
  readonly #liveness: Liveness;
  #limit = 0;
  #calls = 0;
  /** Calls that it has been given in its life, and the most that it may be given. */
  #given = 0;
  readonly #most: number;
  readonly #idleness: Idleness;
  #isGone = false;
  #isAsked = false;
  #isRetired = false;
  readonly #timeoutMs: number;
  readonly #debug: ConnectionParts["debug"];
  #lastStreamId = Infinity;
  #reason: string | undefined;
  /** The event of its loss, for the calls that are lost with it. */
  readonly way: BrokenWay;

  constructor({ dialled, settings, clock, keeper, debug }: ConnectionParts) {
    const { session, socket, roundTripMs } = dialled;
    this.#session = session;
    this.#socket = socket;
    this.#debug = debug;
    this.#clock = clock;
    this.#keeper = keeper;
    this.#most = keeper.quota.most;
    this.#timeoutMs = settings.keepaliveTimeoutMs;
    this.#liveness = new Liveness({
      clock,
      keepaliveMs: settings.keepaliveMs,
      timeoutMs: settings.keepaliveTimeoutMs,
      ping: (answered) => this.#ping(answered),
      onDeath: (silentMs) => this.destroy(`it gave no sign of life for ${Math.round(silentMs / 1000)} s`),
    });
    this.#idleness = new Idleness(clock, () => {
      this.#debug?.("connection", "closed: it was idle for 15 minutes");
      this.#go();
    });
    this.way = keeper.wayOf(roundTripMs, () => this.#liveness.hasHeard);
    this.#readLimit();
    session.on("remoteSettings", () => {
      this.#readLimit();
      keeper.onRoom();
    });
    session.on("goaway", (code, lastStreamId, data) => this.#leave(code, lastStreamId, data));
    session.on("error", (error) => (this.#reason ??= errorText(error)));
    session.on("close", () => {
      this.#debug?.("connection", `ended: ${this.#reason ?? "it was closed"}`);
      this.#go();
      if (this.#isUsedUp && this.#lastStreamId === Infinity) keeper.quota.onUnderrated();
      keeper.onEnd(this);
    });
    socket.on("error", (error) => (this.#reason ??= errorText(error)));
    session.unref();
  }

  /** Whether it takes a call now. */
  get hasRoom(): boolean {
    return this.isUsable && !this.#isAsked && this.#calls < this.#limit;
  }

  /** Whether it is open, has not been asked to end, and may be given calls. */
  get isUsable(): boolean {
    const { closed, destroyed } = this.#session;
    return !this.#isGone && !this.#isRetired && !this.#isUsedUp && !closed && !destroyed;
  }

  get #isUsedUp(): boolean {
    return this.#given >= this.#most;
  }

  /** Whether it is asked for a sign of life, and takes no calls until it has given one. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether it was idle for so long that it has to be asked before it is used again. */
  get isStale(): boolean {
    return this.#idleness.isStale;
  }

  /** Largest block of headers that the server takes, in bytes as RFC 9113 section 6.5.2 counts. */
  get maxHeaderBytes(): number {
    return this.#session.remoteSettings.maxHeaderListSize ?? Infinity;
  }

  /** The reason that ended the connection; undefined while it is open. */
  get reason(): string | undefined {
    return this.#session.destroyed ? (this.#reason ?? "it was closed") : undefined;
  }

  /** When the server gave a sign of life last, in milliseconds of the clock. */
  get aliveMs(): number {
    return this.#liveness.aliveMs;
  }

  /** Takes a place for a call. */
  take(): void {
    this.#calls += 1;
    this.#given += 1;
    if (this.#calls > 1) return;
    this.#idleness.begin();
    this.#session.ref();
    this.#liveness.watch();
  }

  /** Gives the place of a call back. */
  release(): void {
    this.#calls -= 1;
    if (this.#calls === 0) {
      this.#idleness.rest();
      this.#liveness.rest();
      this.#session.unref();
      if (this.#isGone) this.#part();
      else if (this.#isRetired || this.#isUsedUp) this.#go();
    }
    if (!this.#isGone) this.#keeper.onRoom();
  }

  /** Begins a stream in a place that was taken. Throws where the connection has just been told to end. */
  open(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    try {
      // Without options: Node completes what it is given property by property, which costs a tenth of a call.
      return this.#session.request(headers);
    } catch (error) {
      // Also one that has used up the numbers of its streams.
      this.#go();
      throw error;
    }
  }

  /** The server said something. */
  heard(): void {
    this.#liveness.heard();
  }

  /** Whether the server has said that it did not process a stream, and never will (RFC 9113, section 6.8). */
  hasRefused({ id }: ClientHttp2Stream): boolean {
    return id === undefined || id > this.#lastStreamId;
  }

  /** A connection that was idle for long takes calls again when it has given a sign of life. */
  ask(): void {
    if (!this.#ask(staleAnswerMs)) this.#retire();
  }

  /**
   * It has let a call run out of its time in silence: it takes no more until it has
   * given a sign of life, and no more at all where it may not be asked for one.
   */
  doubt(): void {
    if (!this.#ask(this.#timeoutMs) && this.#clock.nowMs() - this.aliveMs >= longSilenceMs) this.#retire();
  }

  /** False if the connection may not be asked. */
  #ask(timeoutMs: number): boolean {
    if (this.#isAsked || !this.isUsable) return true;
    this.#isAsked = this.#liveness.ask(() => {
      this.#isAsked = false;
      this.#idleness.rest(this.#calls > 0);
      this.#keeper.onRoom();
    }, timeoutMs);
    return this.#isAsked;
  }

  /** Takes no calls any more, and ends with the last of those that it has. */
  #retire(): void {
    this.#debug?.("connection", "takes no calls any more: it may not be asked for a sign of life");
    this.#isRetired = true;
    if (this.#calls === 0) this.#go();
    else this.#keeper.onGone(this);
  }

  /** Ends when the server has been told of the calls that were cancelled. */
  close(): void {
    this.#go();
    this.#part();
  }

  /** Ends the connection and every call on it. */
  destroy(reason: string): void {
    this.#reason ??= reason;
    if (!this.#session.destroyed) this.#session.destroy();
    // One that was about to end would wait for the server's side.
    this.#socket.destroy();
    this.#go();
  }

  #readLimit(): void {
    this.#limit = this.#session.remoteSettings.maxConcurrentStreams ?? Infinity;
  }

  #leave(code: number, lastStreamId: number, data: Uint8Array | undefined): void {
    this.#lastStreamId = lastStreamId;
    this.#debug?.("goaway", `the server says goodbye: code ${code}, last stream ${lastStreamId}`);
    // Streams of a client have odd numbers.
    if (code === constants.NGHTTP2_NO_ERROR)
      this.#keeper.quota.onGoodbye(this.#given, (lastStreamId + 1) / 2);
    else {
      const times = this.#keeper.onErrorCode(code, this.#liveness.hasHeard);
      this.#reason = goodbyeReason(code, data, times);
    }
    this.#go();
  }

  #go(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#liveness.stop();
    this.#idleness.stop();
    // Ends by itself when its last call has; without any it ends now.
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
    if (this.#calls === 0) this.#part();
    this.#keeper.onGone(this);
  }

  /** Ends with its last call, since Node would wait for the server's side; soon in any case, since a server may have stopped. */
  #part(): void {
    if (this.#socket.destroyed) return;
    // Not in this turn: what resets a call that was cancelled is still to be written.
    if (this.#calls === 0) setImmediate(() => this.#socket.destroySoon());
    const cancel = this.#clock.after(partingMs, () => this.destroy("it was closed"), true);
    this.#socket.once("close", cancel);
  }

  /** A ping of a session that has ended throws, out of a timer as well; the end itself tells what there is to tell. */
  #ping(answered: () => void): void {
    if (this.#isGone || this.#session.closed || this.#session.destroyed) return;
    try {
      this.#session.ping((error, durationMs) => {
        if (error) return;
        this.#debug?.("ping", `answered after ${durationMs.toFixed(1)} ms`);
        answered();
      });
      this.#debug?.("ping", "asked for a sign of life");
    } catch {
      // As above.
    }
  }
}
