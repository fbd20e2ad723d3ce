/** The random part of a pause: a number from 0 up to 1, without 1. */
export type Random = () => number;

/** Bounds of the pauses. */
export interface BackoffBounds {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The bound of each pause is so many times that of the one before. Default 2. */
  readonly multiplier?: number | undefined;
}

/**
 * The pause before the next attempt, in milliseconds, after so many failures:
 * anything from 0 to a bound that grows each time (full jitter), so that
 * clients that failed together do not come back together.
 */
export function backoffDelayMs(
  failures: number,
  { baseDelayMs, maxDelayMs, multiplier = 2 }: BackoffBounds,
  random: Random,
): number {
  const bound = Math.min(maxDelayMs, baseDelayMs * multiplier ** Math.min(failures - 1, 30));
  return random() * bound;
}
