import type { Clock } from "../../base/time/clock.js";

/** The clock and randomness of the transport. */
export interface Timing {
  readonly clock: Clock;
  /**
   * Milliseconds until a connection must be ready, from DNS to the server's SETTINGS: MIN_CONNECT_TIMEOUT in gRPC's
   * connection backoff.
   */
  readonly connectMs: number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}
