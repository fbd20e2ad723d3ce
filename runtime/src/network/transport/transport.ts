/**
 * The room of transports: one attempt of a call over the wire, and the connections
 * that it takes. Nothing here repeats an attempt or knows of tokens.
 *
 * @module
 */
import type { Next } from "../../calls/chain/interceptor.js";

/**
 * Carries single attempts to a server: the last step of every call. A failure
 * rejects with a `StatusError`, an abort with the reason of the call's signal.
 * It keeps the deadline of the call.
 */
export interface Transport {
  /** Makes one attempt of a call. */
  readonly call: Next;
  /** Whether calls cost no time, as those of a mock: waits for operations then make no pauses between reads. */
  readonly isInstant?: boolean | undefined;
  /** Ends the calls that are still under way, and all connections. */
  close(): void;
}
