/**
 * The room of connections: a session's connections to one address are opened, counted, asked for
 * signs of life and closed here. It knows sockets, TLS and proxies, and nothing of the calls
 * that use them.
 *
 * @module
 */
import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { backoffDelayMs } from "../../../calls/chain/backoff.js";
import { blame, type BrokenWay } from "../../../calls/error/broken-way.js";
import type { StatusError } from "../../../calls/error/status-error.js";
import { CallQuota } from "./call-quota.js";
import { Connection, type ConnectionKeeper } from "./connection.js";
import { dial, type Dialled } from "./dial.js";
import type { DialGoal } from "./dial-goal.js";
import type { Timing } from "../timing.js";
import { SleepingCalls } from "./sleeping-calls.js";
import { WaitingLine } from "./waiting-line.js";

/** Connections to one endpoint, at most: more are made only while calls wait for a stream. */
const maxConnections = 10;

/** Connections whose server allows no call at all, at most: another one may lead to another server. */
const maxClosed = 2;

/** Pauses between attempts to connect: short at first, and no longer than those between retries. */
const pauses = { baseDelayMs: 100, maxDelayMs: 5_000 };

/** A call whose time runs out gets a last chance so many round trips before: as many as a connection and the call take, */
const lastChanceRoundTrips = 6;
/** and so many milliseconds at least. */
const lastChanceMs = 500;

/**
 * The way to one endpoint: its connections, and the calls that wait for one. A call
 * takes the first connection with room; if there is none it waits, and one more
 * is made. When none can be made, all that wait are told why, and the next attempt
 * is made after a pause that grows, or in time for a call whose deadline is sooner.
 * When one can, the calls that pause because none could are woken.
 */
export class Lane implements ConnectionKeeper {
  readonly #goal: DialGoal;
  readonly #timing: Timing;
  readonly #line: WaitingLine;
  readonly #sleepers: SleepingCalls;
  readonly quota = new CallQuota();
  readonly #stop = new AbortController();
  #connections: Connection[] = [];
  /** Those too on which calls end after the server has said goodbye. */
  readonly #open = new Set<Connection>();
  #isDialling = false;
  #made = 0;
  #failures = 0;
  #failedMs = 0;
  #notBeforeMs = 0;
  /** The earliest deadline of the calls that began to wait since the last attempt. */
  #urgentMs = Infinity;
  #pauseEndMs = 0;
  #cancelPause: (() => void) | undefined;
  #roundTripMs: number | undefined;
  #errorCode = 0;
  #errorTimes = 0;
  #lastFailure: StatusError | undefined;

  constructor(goal: DialGoal, timing: Timing) {
    this.#goal = goal;
    this.#timing = timing;
    this.#line = new WaitingLine(timing.clock, () => this.#endPause());
    this.#sleepers = new SleepingCalls(timing.clock);
  }

  /** The `:scheme` of calls. */
  get scheme(): "http" | "https" {
    return this.#goal.tls ? "https" : "http";
  }

  /** A connection with a place for a call; undefined if the call has to wait. */
  take(): Connection | undefined {
    if (this.#line.size > 0) return undefined;
    const connection = this.#free();
    connection?.take();
    return connection;
  }

  /** Waits for a connection with a place for a call. */
  wait(call: OutgoingCall, timedOut: (waitedFor: string) => Error): Promise<Connection> {
    const waiting = this.#line.join(call, () => timedOut(this.#missing()));
    this.#urgentMs = Math.min(this.#urgentMs, call.deadlineMs);
    this.#serve();
    return waiting;
  }

  onRoom(): void {
    if (this.#line.size > 0) this.#serve();
  }

  onGone(connection: Connection): void {
    this.#connections = this.#connections.filter((one) => one !== connection);
    if (this.#connections.length === 0) this.#sleepers.stop();
    if (this.#line.size > 0) this.#serve();
  }

  onEnd(connection: Connection): void {
    this.#open.delete(connection);
    if (connection.way.hadAnswered) this.#errorTimes = 0;
  }

  onErrorCode(code: number, hadAnswered: boolean): number {
    this.#errorTimes = hadAnswered ? 0 : code === this.#errorCode ? this.#errorTimes + 1 : 1;
    this.#errorCode = code;
    return this.#errorTimes;
  }

  wayOf(roundTripMs: number, hadAnswered: () => boolean): BrokenWay {
    return {
      wasConnected: true,
      get hadAnswered() {
        return hadAnswered();
      },
      roundTripMs,
      whenBack: this.#whenBack,
    };
  }

  /** Ends all connections and every call that waits. */
  close(error: StatusError): void {
    this.#stop.abort(error);
    this.#line.refuseAll(error);
    this.#sleepers.stop();
    for (const connection of this.#open) connection.close();
  }

  readonly #whenBack = (wake: () => void): (() => void) => this.#sleepers.join(wake);

  /** The first connection with room. One that was idle for long is asked first, and has none until it answers. */
  #free(): Connection | undefined {
    for (const connection of this.#connections) {
      if (!connection.hasRoom) continue;
      if (!connection.isStale) return connection;
      connection.ask();
    }
    return undefined;
  }

  #serve(): void {
    while (this.#line.size > 0) {
      const connection = this.#free();
      if (!connection) return this.#grow();
      this.#line.grant(connection);
    }
  }

  #grow(): void {
    if (this.#isDialling || this.#stop.signal.aborted) return;
    const usable = this.#connections.filter((one) => one.isUsable);
    if (usable.filter((one) => one.isClosedToCalls).length >= maxClosed) return;
    if (usable.length >= maxConnections || usable.some((one) => one.isAsked && one.isStale)) return;
    const leadMs = Math.max(lastChanceMs, lastChanceRoundTrips * (this.#roundTripMs ?? 0));
    const urgentMs = Math.max(this.#urgentMs - leadMs, this.#failedMs + pauses.baseDelayMs);
    const dueMs = Math.min(this.#notBeforeMs, urgentMs);
    const pauseMs = dueMs - this.#timing.clock.nowMs();
    if (pauseMs <= 0) return void this.#dial();
    if (this.#cancelPause && this.#pauseEndMs <= dueMs) return;
    this.#endPause();
    this.#pauseEndMs = dueMs;
    this.#cancelPause = this.#timing.clock.after(pauseMs, () => {
      this.#endPause();
      this.#serve();
    });
  }

  #endPause(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
  }

  async #dial(): Promise<void> {
    const startMs = this.#timing.clock.nowMs();
    this.#isDialling = true;
    this.#urgentMs = Infinity;
    try {
      const dialled = await dial(this.#goal, this.#timing, this.#stop.signal);
      this.#isDialling = false;
      this.#failures = 0;
      this.#lastFailure = undefined;
      this.#roundTripMs = dialled.roundTripMs;
      const connection = this.#connection(dialled, startMs);
      this.#open.add(connection);
      this.#connections.push(connection);
      this.#serve();
      this.#sleepers.wake();
    } catch (error) {
      this.#isDialling = false;
      this.#pauseAfter(error as StatusError);
    }
  }

  #connection(dialled: Dialled, startMs: number): Connection {
    const { endpoint, settings } = this.#goal;
    const { clock } = this.#timing;
    const name = `connection ${++this.#made}`;
    const write = settings.debug;
    const debug =
      write &&
      ((event: "connection" | "ping" | "goaway", text: string) =>
        write(event, endpoint.authority, `${name} ${text}`));
    const { remoteAddress, remotePort } = dialled.socket;
    const streams = dialled.session.remoteSettings.maxConcurrentStreams;
    debug?.(
      "connection",
      `stands after ${Math.round(clock.nowMs() - startMs)} ms: ${remoteAddress}:${remotePort}, ${this.#goal.tls ? "TLS" : "no TLS"}, at most ${streams ?? "any number of"} streams`,
    );
    return new Connection({ dialled, settings, clock, keeper: this, debug });
  }

  #pauseAfter(failure: StatusError): void {
    const { clock, random } = this.#timing;
    this.#failures += 1;
    this.#lastFailure = blame(failure, {
      wasConnected: false,
      hadAnswered: false,
      roundTripMs: this.#roundTripMs,
      whenBack: this.#whenBack,
    });
    this.#failedMs = clock.nowMs();
    const pauseMs = backoffDelayMs(this.#failures, pauses, () => 0.5 + random() / 2);
    this.#notBeforeMs = clock.nowMs() + pauseMs;
    const { endpoint, settings } = this.#goal;
    settings.debug?.(
      "connection",
      endpoint.authority,
      `attempt ${this.#failures} to connect failed (${failure.message}); the next not before ${Math.round(pauseMs)} ms`,
    );
    // Calls that wait for a place on a connection that stands go on waiting for it.
    if (this.#connections.some((one) => one.isUsable)) this.#serve();
    else this.#line.refuseAll(failure);
  }

  #missing(): string {
    const { endpoint } = this.#goal;
    if (this.#connections.some((one) => one.isUsable && !one.isAsked)) {
      return `for a free stream to ${endpoint.authority}: the server allows no more at a time`;
    }
    const last = this.#lastFailure ? ` (the last attempt: ${this.#lastFailure.message})` : "";
    return `for a connection to ${endpoint.authority}${last}`;
  }
}
