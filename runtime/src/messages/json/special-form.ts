import type { WellKnown } from "../table/table.js";
import { type DurationParts, isDuration, isTimestamp, type TimestampParts } from "../table/time.js";
import { isWellKnown } from "../table/well-known.js";

/** Well-known types with a special JSON form instead of their fields. */
export type SpecialForm =
  | WellKnown
  | "google.protobuf.Any"
  | "google.protobuf.Duration"
  | "google.protobuf.Timestamp";

/** Whether a type has a special JSON form. In an Any, such a message is under `value`. */
export function hasSpecialForm(typeName: string): typeName is SpecialForm {
  return isWellKnown(typeName) || byFields.has(typeName);
}

/** Types with a special JSON form that are ordinary messages in TypeScript. */
const byFields: ReadonlySet<string> = /*@__PURE__*/ new Set([
  "google.protobuf.Any",
  "google.protobuf.Duration",
  "google.protobuf.Timestamp",
]);

const timestampForm =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const durationForm = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/;

/** Parses an RFC 3339 timestamp with any offset; undefined for other text, and outside the years 1 to 9999. */
export function parseTimestamp(text: string): TimestampParts | undefined {
  const [, clock = "", fraction, sign, hours, minutes] = timestampForm.exec(text) ?? [];
  const local = Date.parse(`${clock}Z`);
  // An invalid date, such as February 30, becomes another one or NaN.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 19) !== clock) return undefined;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -60 : 60);
  const timestamp = { seconds: BigInt(local / 1000 - offset), nanos: parseNanos(fraction) };
  return isTimestamp(timestamp) ? timestamp : undefined;
}

/** Parses a duration such as `-1.5s`; undefined for other text, and for more than 10,000 years. */
export function parseDuration(text: string): DurationParts | undefined {
  const [, sign, whole, fraction] = durationForm.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [seconds, nanos] = [BigInt(whole), parseNanos(fraction)];
  // 0 - 0 is 0, where -0 would not be.
  const duration = sign === "-" ? { seconds: -seconds, nanos: 0 - nanos } : { seconds, nanos };
  return isDuration(duration) ? duration : undefined;
}

function parseNanos(fraction: string | undefined): number {
  return Number((fraction ?? "").padEnd(9, "0"));
}

/** Parses a field mask in proto3 JSON; undefined for invalid text, such as one with a `_`. */
export function parseFieldMask(text: string): string[] | undefined {
  if (text === "") return [];
  const paths = text.split(",");
  if (paths.some((path) => path === "" || path.includes("_"))) return undefined;
  return paths.map((path) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
