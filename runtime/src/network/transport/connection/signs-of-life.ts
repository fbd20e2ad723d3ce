import type { Socket } from "node:net";
import type { Clock } from "../../../base/time/clock.js";
import type { TransportSettings } from "../transport-settings.js";
import { Hearing } from "./hearing.js";
import type { Http2Session } from "./http2-session.js";
import { Idleness } from "./idleness.js";
import { Liveness } from "./liveness.js";

/** The parts that {@link SignsOfLife} are read from. */
interface SignsParts {
  readonly session: Http2Session;
  readonly socket: Socket;
  readonly settings: TransportSettings;
  readonly clock: Clock;
  readonly debug: ((event: "ping", text: string) => void) | undefined;
  /** The server has given no sign of life, or is not understood any more. */
  readonly onDeath: (reason: string) => void;
  /** The server has broken the protocol in a way that no single frame shows. */
  readonly onDeaf: () => void;
  /** There were no calls for 15 minutes. */
  readonly onIdle: () => void;
}

/** How long a connection that was idle may take to answer: a new connection is made as fast. */
const staleAnswerMs = 2_000;

/** Silence after which a connection that may not be asked is trusted no more, in milliseconds. */
const longSilenceMs = 20_000;

/** All that shows whether a connection can carry a call: what it hears, what pings bring, how long it was idle. */
export class SignsOfLife {
  readonly #session: Http2Session;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #debug: SignsParts["debug"];
  readonly #liveness: Liveness;
  readonly #hearing: Hearing;
  readonly #idleness: Idleness;
  #calls = false;
  #isStopped = false;
  #isAsked = false;

  constructor({ session, socket, settings, clock, debug, onDeath, onDeaf, onIdle }: SignsParts) {
    this.#session = session;
    this.#clock = clock;
    this.#timeoutMs = settings.keepaliveTimeoutMs;
    this.#debug = debug;
    this.#liveness = new Liveness({
      clock,
      keepaliveMs: settings.keepaliveMs,
      timeoutMs: settings.keepaliveTimeoutMs,
      ping: (answered) => this.#ping(answered),
      onDeath: (silentMs) => onDeath(`it gave no sign of life for ${Math.round(silentMs / 1000)} s`),
    });
    this.#hearing = new Hearing({
      clock,
      arrived: () => socket.bytesRead,
      heardMs: () => this.#liveness.aliveMs,
      ask: (answered) => this.#liveness.probe(answered),
      onDeaf,
    });
    this.#idleness = new Idleness(clock, onIdle);
  }

  /** Whether the server has ever said something that is not an answer to a ping. */
  get hasHeard(): boolean {
    return this.#liveness.hasHeard;
  }

  /** When the server gave a sign of life last, in milliseconds of the clock. */
  get aliveMs(): number {
    return this.#liveness.aliveMs;
  }

  /** Whether it is asked for a sign of life. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether it was idle for so long that it has to be asked before it is used again. */
  get isStale(): boolean {
    return this.#idleness.isStale;
  }

  /** Calls wait for the server. */
  watch(): void {
    this.#calls = true;
    this.#idleness.begin();
    this.#liveness.watch();
    this.#hearing.watch();
  }

  /** No call waits for the server. */
  rest(): void {
    this.#calls = false;
    this.#idleness.rest();
    this.#liveness.rest();
    this.#hearing.rest();
  }

  /** The server said something. */
  heard(): void {
    this.#liveness.heard();
  }

  /** Asks after idleness, and calls back when there is an answer. False if the connection may not be asked. */
  askStale(answered: () => void): boolean {
    return this.#ask(staleAnswerMs, answered);
  }

  /** Asks after a call ran out of its time in silence. False if the connection cannot be trusted any more. */
  askSilent(answered: () => void): boolean {
    return this.#ask(this.#timeoutMs, answered) || this.#clock.nowMs() - this.aliveMs < longSilenceMs;
  }

  /** Ends everything. */
  stop(): void {
    this.#isStopped = true;
    this.#liveness.stop();
    this.#hearing.stop();
    this.#idleness.stop();
  }

  #ask(timeoutMs: number, answered: () => void): boolean {
    if (this.#isAsked) return true;
    this.#isAsked = this.#liveness.ask(() => {
      this.#isAsked = false;
      this.#idleness.rest(this.#calls);
      answered();
    }, timeoutMs);
    return this.#isAsked;
  }

  /** Sends no ping to a session that ends: the end itself reports what there is to report. */
  #ping(answered: () => void): void {
    if (this.#isStopped || this.#session.closed || this.#session.destroyed) return;
    this.#session.ping((error, durationMs) => {
      if (error) return;
      this.#debug?.("ping", `answered after ${durationMs.toFixed(1)} ms`);
      this.#hearing.confirm();
      answered();
    });
    this.#debug?.("ping", "asked for a sign of life");
  }
}
