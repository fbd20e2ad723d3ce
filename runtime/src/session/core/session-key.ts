import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import type { ClientOptions } from "./client-options.js";

/**
 * Under which a session gives its clients what they make calls with. A key of the registry, so that copies of this
 * package agree.
 */
export const sessionKey: unique symbol = Symbol.for("@stratus/runtime session") as never;

/** What copies of this package must agree on: what a session gives, and what generated code asks of it. */
export const sessionVersion = 1;

/** A session, as clients see it. */
export interface ClientSession {
  /**
   * What a client makes its calls with.
   *
   * @param version The version of what the client asks for.
   * @throws An OptionsError if the session is of another version, or the options cannot work.
   */
  [sessionKey](version: number, service: Service, options: ClientOptions): Caller;
}
