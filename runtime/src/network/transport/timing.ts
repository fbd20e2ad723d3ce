import type { Clock } from "../../base/time/clock.js";

/** The time as the transport knows it. */
export interface Timing {
  readonly clock: Clock;
  /** Milliseconds until a connection must be ready, from the name to the server's SETTINGS. */
  readonly connectMs: number;
  /** Randomness, a number from 0 up to 1. */
  readonly random: () => number;
}
