/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */

/** A local date and time with its offset from UTC. */
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
  /** 0 to 999; further digits are truncated. */
  readonly millisecond: number;
  /** The offset from UTC in minutes; negative west of Greenwich. */
  readonly offsetMinutes: number;
  /** The time in milliseconds since 1970 in UTC, as in `Date`. */
  readonly epochMs: number;
}

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)$/;

/**
 * Parses a date and time with its offset from UTC (ISO 8601, RFC 3339). It keeps
 * the local time: a meeting at 10:00 is at 10:00 in every time zone, while `Date`
 * converts it to the reader's zone. Returns undefined for other text, and for text
 * without an offset.
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
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return undefined;
  const millisecond = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const ahead = offsetHours * 60 + offsetRest;
  const offsetMinutes = match[9] === "-" && ahead > 0 ? -ahead : ahead;
  moment.setUTCHours(hour, minute - offsetMinutes, second, millisecond);
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes, epochMs: moment.getTime() };
}
