/**
 * The room of sessions: what a program opens once and all of its clients share.
 * Options are checked and become parts here; `session-core` puts the parts
 * together, and `client-caller` gives a client its own. Everything of Node alone is
 * behind `platform`, and comes with `node-session`.
 *
 * @module
 */
import { defaults } from "../../base/defaults.js";
import { requireTimeoutMs } from "../../calls/chain/timeout.js";
import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import { clientCaller } from "./client-caller.js";
import type { ClientOptions } from "./client-options.js";
import type { SessionCore } from "./session-core.js";
import { sessionKey } from "./session-key.js";
import { requireKnownNames } from "../../base/text/options-error.js";

/** How a session is closed. */
export interface CloseOptions {
  /** How long active calls may still take, in milliseconds. Default: 10 s. */
  readonly graceMs?: number | undefined;
}

/**
 * The credentials, connections and limits that the clients of an API share. Nothing is connected and no token is
 * requested before the first call. Close it when done, best by `await using`. Active calls and streams keep the
 * process alive; idle connections do not.
 */
export abstract class Session implements AsyncDisposable {
  readonly #core: SessionCore;

  protected constructor(core: SessionCore) {
    this.#core = core;
  }

  /**
   * Rejects new calls, lets active ones finish, then closes all connections. Calls that outlast `graceMs` are
   * canceled. Streams that have started are canceled when no other call is active.
   */
  close(options: CloseOptions = {}): Promise<void> {
    requireKnownNames(options, ["graceMs"] satisfies (keyof CloseOptions)[], "close");
    const { graceMs } = options;
    return this.#core.close(graceMs === undefined ? defaults.graceMs : requireTimeoutMs(graceMs, "graceMs"));
  }

  /** The same as `close()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** For generated clients. */
  [sessionKey](version: number, service: Service, options: ClientOptions): Caller {
    return clientCaller(this.#core, version, service, options);
  }

  /** Shows the name alone: everything else may lead to a secret. */
  toJSON(): string {
    return this.#core.wiring.session;
  }

  /** Shows the name alone. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `${this.#core.wiring.session} {}`;
  }
}
