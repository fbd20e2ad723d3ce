/**
 * One attempt of a call over the network, and the connections for it. Nothing in this folder retries or knows tokens.
 *
 * @module
 */
import type { Clock } from "../../base/time/clock.js";
import type { Next } from "../../calls/chain/interceptor.js";

/**
 * Sends single attempts to a server: the last step of every call. Programs can write their own and pass it as the
 * option `transport`. A failure rejects with a `StatusError`, and an abort with the reason of the call's signal. The
 * transport enforces the deadline of the call.
 */
export interface Transport {
  /**
   * Makes one attempt of a call. Resolves when the response begins, or when it is complete if it has one message.
   */
  readonly call: Next;
  /** The clock of sessions with this transport, unless they have the option `clock`. That of a mock skips pauses. */
  readonly clock?: Clock | undefined;
  /** Cancels the active calls and closes all connections. */
  close(): void;
}
