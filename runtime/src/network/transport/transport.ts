/**
 * One attempt of a call over the network, and the connections for it. Nothing in this folder retries or knows tokens.
 *
 * @module
 */
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
  /** Whether calls take no time, as those of a mock: operations are then polled without an interval. */
  readonly isInstant?: boolean | undefined;
  /** Cancels the active calls and closes all connections. */
  close(): void;
}
