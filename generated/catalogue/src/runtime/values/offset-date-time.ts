/* Copied by `stratus openapi` from src/rest/runtime/values/offset-date-time.ts of protoc-gen-stratus. DO NOT EDIT. */
/** A moment as a clock on the wall of some place shows it. */
export interface OffsetDateTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
  /** 0 to 59. */
  readonly second: number;
  /** 0 to 999; what is finer is cut off. */
  readonly millisecond: number;
  /** What the clock is ahead of UTC, in minutes; negative in the west. */
  readonly offsetMinutes: number;
  /** The moment itself, in milliseconds since 1970 in UTC, as `Date` has it. */
  readonly epochMs: number;
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)$/;

/**
 * Reads a date and time with its offset from UTC (ISO 8601, RFC 3339), and
 * keeps the time on the wall: a meeting at 10:00 is at 10:00 wherever the reader
 * is, while `Date` would move it to the reader's zone. Gives undefined for
 * anything else, a missing offset included.
 */
export function parseOffsetDateTime(text: string): OffsetDateTime | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHours, offsetRest] = [part(10), part(11)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetRest > 59) return undefined;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  // A day that the calendar does not have has become another.
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return undefined;
  const millisecond = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const ahead = offsetHours * 60 + offsetRest;
  const offsetMinutes = match[9] === "-" && ahead > 0 ? -ahead : ahead;
  moment.setUTCHours(hour, minute - offsetMinutes, second, millisecond);
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes, epochMs: moment.getTime() };
}
