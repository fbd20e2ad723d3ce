import type { OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import type { BrokenWay } from "../../../calls/error/broken-way.js";
import type { Clock } from "../../../base/time/clock.js";
import type { TransportSettings } from "../transport-settings.js";
import type { CallQuota } from "./call-quota.js";
import { ConnectionEnd } from "./connection-end.js";
import type { Dialled } from "./dial.js";
import type { Http2Session, Http2Stream } from "./http2-session.js";
import { SignsOfLife } from "./signs-of-life.js";

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

/** Calls in a row that a server may reset before its connection gets no more. */
const mostResets = 5;

/** The parts that a connection is made with. */
interface ConnectionParts {
  readonly dialled: Dialled;
  readonly settings: TransportSettings;
  readonly clock: Clock;
  readonly keeper: ConnectionKeeper;
  /** Writes down what becomes of it; undefined if nobody reads it. */
  readonly debug: ((event: "connection" | "ping" | "goaway", text: string) => void) | undefined;
}

/**
 * One HTTP/2 connection that is open. It counts its calls: never more than the
 * server allows, and none that is idle holds the process open.
 */
export class Connection {
  readonly #session: Http2Session;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #keeper: ConnectionKeeper;
  readonly #signs: SignsOfLife;
  readonly #end: ConnectionEnd;
  /** Calls in a row that the server reset. */
  #resets = 0;
  #limit = 0;
  #calls = 0;
  /** Calls that it has been given in its life, and the most that it may be given. */
  #given = 0;
  readonly #most: number;
  #isGone = false;
  #isRetired = false;
  readonly #debug: ConnectionParts["debug"];
  #lastStreamId = Infinity;
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
    this.#end = new ConnectionEnd(dialled);
    this.#signs = new SignsOfLife({
      session,
      socket,
      settings,
      clock,
      debug,
      onDeath: (reason) => this.destroy(reason),
      onDeaf: () => this.#break(),
      onIdle: () => {
        this.#debug?.("connection", "closed: it was idle for 15 minutes");
        this.#end.leave();
        this.#go();
      },
    });
    this.way = keeper.wayOf(roundTripMs, () => this.#signs.hasHeard);
    this.#readLimit();
    session.on("remoteSettings", () => {
      this.#readLimit();
      keeper.onRoom();
    });
    session.on("goaway", (code, lastStreamId, data) => this.#leave(code, lastStreamId, data));
    session.on("close", () => {
      this.#debug?.("connection", `ended: ${this.#end.text}`);
      this.#go();
      if (this.#isUsedUp && this.#lastStreamId === Infinity) keeper.quota.onUnderrated();
      keeper.onEnd(this);
    });
    session.unref();
  }

  /** Whether it takes a call now. */
  get hasRoom(): boolean {
    return this.isUsable && !this.isAsked && this.#calls < this.#limit;
  }

  /** Whether the server allows no calls for now (SETTINGS_MAX_CONCURRENT_STREAMS of 0). */
  get isClosedToCalls(): boolean {
    return this.#limit === 0;
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
    return this.#signs.isAsked;
  }

  /** Whether it was idle for so long that it has to be asked before it is used again. */
  get isStale(): boolean {
    return this.#signs.isStale;
  }

  /** Largest block of headers that the server takes, in bytes as RFC 9113 section 6.5.2 counts. */
  get maxHeaderBytes(): number {
    return this.#session.remoteSettings.maxHeaderListSize ?? Infinity;
  }

  /** The reason that ended the connection; undefined while it is open. */
  get reason(): string | undefined {
    return this.#session.destroyed ? this.#end.text : undefined;
  }

  /** When the server gave a sign of life last, in milliseconds of the clock. */
  get aliveMs(): number {
    return this.#signs.aliveMs;
  }

  /** Takes a place for a call. */
  take(): void {
    this.#calls += 1;
    this.#given += 1;
    if (this.#calls > 1) return;
    this.#socket.ref();
    this.#signs.watch();
  }

  /** Gives the place of a call back. */
  release(): void {
    this.#calls -= 1;
    if (this.#calls === 0) {
      this.#signs.rest();
      this.#socket.unref();
      if (this.#isGone) this.#part();
      else if (this.#isRetired || this.#isUsedUp) this.#go();
    }
    if (!this.#isGone) this.#keeper.onRoom();
  }

  /** Begins a stream in a place that was taken. Throws where the connection has just been told to end. */
  open(headers: OutgoingHttpHeaders): Http2Stream {
    try {
      return this.#session.request(headers);
    } catch (error) {
      // Also one that has used up the numbers of its streams.
      this.#go();
      throw error;
    }
  }

  /** The server said something. */
  heard(): void {
    this.#resets = 0;
    this.#signs.heard();
  }

  /** Whether the server has said that it did not process a stream, and never will (RFC 9113, section 6.8). */
  hasRefused({ id }: Http2Stream): boolean {
    return id === undefined || id > this.#lastStreamId;
  }

  /** The server reset a call by an error, before any answer. Behind a proxy that has lost its way all calls end so. */
  noteReset(): void {
    if (++this.#resets === mostResets && this.isUsable)
      this.#retire("its calls are reset, one after the other");
  }

  /** A stream failed; if it is the connection that did, this is told before the connection tells. */
  streamFailed(error: Error): void {
    if (this.#session.destroyed) this.#end.fail(error);
  }

  /** A connection that was idle for long takes calls again when it has given a sign of life. */
  ask(): void {
    if (this.isUsable && !this.#signs.askStale(() => this.#keeper.onRoom())) this.#retire();
  }

  /**
   * It has let a call run out of its time in silence: it takes no more until it has
   * given a sign of life, and no more at all where it may not be asked for one.
   */
  doubt(): void {
    if (this.isUsable && !this.#signs.askSilent(() => this.#keeper.onRoom())) this.#retire();
  }

  /** Takes no calls any more, and ends with the last of those that it has. */
  #retire(why = "it may not be asked for a sign of life"): void {
    this.#debug?.("connection", `takes no calls any more: ${why}`);
    this.#isRetired = true;
    if (this.#calls === 0) this.#go();
    else this.#keeper.onGone(this);
  }

  /** Ends when the server has been told of the calls that were cancelled. */
  close(): void {
    this.#end.leave();
    this.#go();
    this.#part();
  }

  /** Ends the connection and every call on it. */
  destroy(reason?: string): void {
    this.#end.leave(reason);
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
    const inPeace = this.#end.say(code, data, () => this.#keeper.onErrorCode(code, this.#signs.hasHeard));
    if (inPeace) this.#keeper.quota.onGoodbye(this.#given, (lastStreamId + 1) / 2);
    this.#go();
  }

  #go(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#signs.stop();
    // Ends by itself when its last call has; without any it ends now.
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
    if (this.#calls === 0) this.#part();
    this.#keeper.onGone(this);
  }

  /** Ends with its last call, and does not wait for the server's side; soon in any case, since a server may have stopped. */
  #part(): void {
    if (this.#socket.destroyed) return;
    // Not in this turn: what resets a call that was cancelled is still to be written.
    if (this.#calls === 0) setImmediate(() => this.#socket.destroySoon());
    const cancel = this.#clock.after(partingMs, () => this.destroy(), true);
    this.#socket.once("close", cancel);
  }

  /** The server has broken the protocol: nothing is read or sent any more. */
  #break(): void {
    this.#end.noteBreach();
    this.destroy();
  }
}
