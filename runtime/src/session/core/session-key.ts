import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import type { ClientOptions } from "./client-options.js";

/**
 * Under which a session gives its clients what they make calls with. A key of the registry, so that copies of this
 * package agree.
 */
export const sessionKey: unique symbol = Symbol.for("@stratus/runtime session") as never;

/** The contract between copies of this package: what a session provides and generated code uses. */
export const sessionVersion = 1;

/** A session, as clients see it. */
export interface ClientSession {
  /** Returns the caller of a client. */
  [sessionKey](version: number, service: Service, options: ClientOptions): Caller;
}
