/**
 * The room of connections: a session's connections to one address are opened, counted, asked for
 * signs of life and closed here. It knows sockets, TLS and proxies, and nothing of the calls
 * that use them.
 *
 * @module
 */
import type { OutgoingCall } from "../../call/interceptor.js";
import { backoffDelayMs } from "../../call/backoff.js";
import type { StatusError } from "../../error/status-error.js";
import { Connection, type ConnectionKeeper } from "./connection.js";
import { dial, type Dialled } from "./dial.js";
import type { DialGoal, Timing } from "./dial-goal.js";
import { WaitingLine } from "./waiting-line.js";

/** Connections to one endpoint, at most: more are made only while calls wait for a stream. */
const maxConnections = 10;

/** Pauses between attempts to connect: short at first, and no longer than those between retries. */
const pauses = { baseDelayMs: 100, maxDelayMs: 5_000 };

/**
 * The way to one endpoint: its connections, and the calls that wait for one. A call
 * takes the first connection with room; if there is none it waits, and one more
 * is made. When none can be made, all that wait are told why, and the next attempt
 * is made after a pause that grows.
 */
export class Lane implements ConnectionKeeper {
  readonly #goal: DialGoal;
  readonly #timing: Timing;
  readonly #line: WaitingLine;
  readonly #stop = new AbortController();
  #connections: Connection[] = [];
  /** Those too on which calls end after the server has said goodbye. */
  readonly #open = new Set<Connection>();
  #isDialling = false;
  #made = 0;
  #failures = 0;
  #notBeforeMs = 0;
  #cancelPause: (() => void) | undefined;
  #lastFailure: StatusError | undefined;

  constructor(goal: DialGoal, timing: Timing) {
    this.#goal = goal;
    this.#timing = timing;
    this.#line = new WaitingLine(timing.clock, () => this.#endPause());
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
    this.#serve();
    return waiting;
  }

  onRoom(): void {
    if (this.#line.size > 0) this.#serve();
  }

  onGone(connection: Connection): void {
    this.#connections = this.#connections.filter((one) => one !== connection);
    if (this.#line.size > 0) this.#serve();
  }

  onEnd(connection: Connection): void {
    this.#open.delete(connection);
  }

  /** Ends all connections and every call that waits. */
  close(error: StatusError): void {
    this.#stop.abort(error);
    this.#line.refuseAll(error);
    for (const connection of this.#open) connection.close();
  }

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
    if (usable.length >= maxConnections || usable.some((one) => one.isAsked && one.isStale)) return;
    const pauseMs = this.#notBeforeMs - this.#timing.clock.nowMs();
    if (pauseMs <= 0) return void this.#dial();
    this.#cancelPause ??= this.#timing.clock.after(pauseMs, () => {
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
    try {
      const dialled = await dial(this.#goal, this.#timing, this.#stop.signal);
      this.#isDialling = false;
      this.#failures = 0;
      this.#lastFailure = undefined;
      const connection = this.#connection(dialled, startMs);
      this.#open.add(connection);
      this.#connections.push(connection);
      this.#serve();
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
    this.#lastFailure = failure;
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
