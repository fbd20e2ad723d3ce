import { rangeError } from "../../base/text/coded-error.js";

/** The parts of a `google.protobuf.Timestamp`, from 0001-01-01 to 9999-12-31 UTC. */
export interface TimestampParts {
  /** Seconds since 1970-01-01T00:00:00Z; negative before. */
  readonly seconds: bigint;
  /** Nanoseconds within the second, 0 to 999,999,999; they count forward, also before 1970. */
  readonly nanos: number;
}

/** The parts of a `google.protobuf.Duration`. */
export interface DurationParts {
  /** Whole seconds. */
  readonly seconds: bigint;
  /** Nanoseconds beside them, of the same sign. */
  readonly nanos: number;
}

const nanosPerMs = 1_000_000;
const nanosPerSecond = 1000 * nanosPerMs;
const minTimestampSeconds = -62_135_596_800n;
const maxTimestampSeconds = 253_402_300_799n;
const maxDurationSeconds = 315_576_000_000n;

/** Whether parts are a valid timestamp: in the years 1 to 9999, with nanoseconds from 0. */
export function isTimestamp({ seconds, nanos }: TimestampParts): boolean {
  return seconds >= minTimestampSeconds && seconds <= maxTimestampSeconds && isNanos(nanos) && nanos >= 0;
}

/** Whether parts are a valid duration: at most 10,000 years, with equal signs. */
export function isDuration({ seconds, nanos }: DurationParts): boolean {
  const isMixed = (seconds > 0n && nanos < 0) || (seconds < 0n && nanos > 0);
  return seconds >= -maxDurationSeconds && seconds <= maxDurationSeconds && isNanos(nanos) && !isMixed;
}

/**
 * A timestamp from a Date, to the millisecond that a Date has.
 *
 * @throws A RangeError for an invalid Date and for one outside the years 1 to
 * 9999, which the wire cannot carry.
 */
export function timestampFromDate(date: Date): { seconds: bigint; nanos: number } {
  const ms = date.getTime();
  if (Number.isNaN(ms)) throw rangeError("ARGUMENT_INVALID", "a timestamp cannot be made of an invalid Date");
  const wholeSeconds = Math.floor(ms / 1000);
  const timestamp = { seconds: BigInt(wholeSeconds), nanos: (ms - wholeSeconds * 1000) * nanosPerMs };
  if (isTimestamp(timestamp)) return timestamp;
  throw rangeError(
    "ARGUMENT_INVALID",
    `a timestamp lies between the years 1 and 9999, and ${date.toISOString()} does not`,
  );
}

/**
 * The Date of a timestamp. A Date holds milliseconds: nanoseconds below them
 * are cut off, towards the past.
 *
 * @throws A RangeError if the parts are not a timestamp.
 */
export function toDate(timestamp: TimestampParts): Date {
  if (!isTimestamp(timestamp)) {
    throw rangeError(
      "ARGUMENT_INVALID",
      `${show(timestamp)} is not a timestamp: the year must be 1 to 9999, nanos 0 to 999999999`,
    );
  }
  return new Date(Number(timestamp.seconds) * 1000 + Math.floor(timestamp.nanos / nanosPerMs));
}

/**
 * A duration from milliseconds; a fraction gives nanoseconds.
 *
 * @throws A RangeError for NaN and for more than 10,000 years.
 */
export function durationFromMs(durationMs: number): { seconds: bigint; nanos: number } {
  const maxMs = Number(maxDurationSeconds) * 1000;
  if (!(Math.abs(durationMs) <= maxMs)) {
    throw rangeError(
      "ARGUMENT_INVALID",
      `a duration is at most 10,000 years, ${maxMs} ms; got ${durationMs}`,
    );
  }
  const seconds = Math.trunc(durationMs / 1000);
  const nanos = Math.round((durationMs - seconds * 1000) * nanosPerMs);
  // Rounding may fill a whole second; adding 0 turns -0 into 0.
  const carry = Math.trunc(nanos / nanosPerSecond);
  return { seconds: BigInt(seconds + carry), nanos: nanos - carry * nanosPerSecond + 0 };
}

/**
 * The milliseconds of a duration, with a fraction where it has nanoseconds.
 *
 * @throws A RangeError if the parts are not a duration.
 */
export function durationToMs(duration: DurationParts): number {
  if (!isDuration(duration)) {
    throw rangeError(
      "ARGUMENT_INVALID",
      `${show(duration)} is not a duration: at most 10,000 years, nanos of the same sign below a second`,
    );
  }
  return Number(duration.seconds) * 1000 + duration.nanos / nanosPerMs;
}

function isNanos(nanos: number): boolean {
  return Number.isInteger(nanos) && Math.abs(nanos) < nanosPerSecond;
}

function show({ seconds, nanos }: TimestampParts): string {
  return `{ seconds: ${seconds}, nanos: ${nanos} }`;
}
