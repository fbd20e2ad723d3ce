import type { WellKnown } from "../table/table.js";
import type { DurationParts, TimestampParts } from "../table/time.js";
import { isWellKnown } from "../table/well-known.js";

/** Well-known types that JSON writes in a way of their own and not by their fields. */
export type OwnForm =
  | WellKnown
  | "google.protobuf.Any"
  | "google.protobuf.Duration"
  | "google.protobuf.Timestamp";

/** Whether JSON writes messages of this type in a way of their own; in an Any they then stand under `value`. */
export function hasOwnForm(typeName: string): typeName is OwnForm {
  return isWellKnown(typeName) || byFields.has(typeName);
}

/** Those of them that generated code has by their fields, as any message. */
const byFields: ReadonlySet<string> = /*@__PURE__*/ new Set([
  "google.protobuf.Any",
  "google.protobuf.Duration",
  "google.protobuf.Timestamp",
]);

const earliest = -62_135_596_800n;
const latest = 253_402_300_799n;
const longest = 315_576_000_000n;
const nanosPerSecond = 1_000_000_000;

const timestampForm =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const durationForm = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/;

/** A timestamp as RFC 3339 writes it, in UTC with 0, 3, 6 or 9 digits of a second; undefined outside the years 1 to 9999. */
export function timestampText({ seconds, nanos }: TimestampParts): string | undefined {
  if (seconds < earliest || seconds > latest || !isNanos(nanos) || nanos < 0) return undefined;
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fractionText(nanos)}Z`;
}

/** The timestamp of a text by RFC 3339, of any offset; undefined for other text, and outside the years 1 to 9999. */
export function timestampFromText(text: string): TimestampParts | undefined {
  const [, clock = "", fraction, sign, hours, minutes] = timestampForm.exec(text) ?? [];
  const local = Date.parse(`${clock}Z`);
  // What is no date, such as February 30, becomes another one or NaN.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 19) !== clock) return undefined;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -60 : 60);
  const seconds = BigInt(local / 1000 - offset);
  if (seconds < earliest || seconds > latest) return undefined;
  return { seconds, nanos: nanosOf(fraction) };
}

/** A duration in seconds with 0, 3, 6 or 9 digits of one, `1.500s`; undefined beyond 10,000 years and for mixed signs. */
export function durationText({ seconds, nanos }: DurationParts): string | undefined {
  const isMixed = (seconds > 0n && nanos < 0) || (seconds < 0n && nanos > 0);
  if (seconds < -longest || seconds > longest || !isNanos(nanos) || isMixed) return undefined;
  const sign = seconds < 0n || nanos < 0 ? "-" : "";
  return `${sign}${seconds < 0n ? -seconds : seconds}${fractionText(Math.abs(nanos))}s`;
}

/** The duration of a text such as `-1.5s`; undefined for other text, and beyond 10,000 years. */
export function durationFromText(text: string): DurationParts | undefined {
  const [, sign, whole, fraction] = durationForm.exec(text) ?? [];
  if (whole === undefined || BigInt(whole) > longest) return undefined;
  const nanos = nanosOf(fraction);
  // 0 - 0 is 0, where -0 would not be.
  return sign === "-" ? { seconds: -BigInt(whole), nanos: 0 - nanos } : { seconds: BigInt(whole), nanos };
}

function isNanos(nanos: number): boolean {
  return Number.isInteger(nanos) && Math.abs(nanos) < nanosPerSecond;
}

function fractionText(nanos: number): string {
  if (nanos === 0) return "";
  const digits = String(nanos).padStart(9, "0");
  return `.${digits.replace(/(?:000){1,2}$/, "")}`;
}

function nanosOf(fraction: string | undefined): number {
  return Number((fraction ?? "").padEnd(9, "0"));
}

/** A field mask as proto3 JSON writes it, `user.displayName,photo`; undefined where a path would not come back the same. */
export function maskText(paths: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const path of paths) {
    if (typeof path !== "string" || path === "" || /[A-Z,]/.test(path)) return undefined;
    const text = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (text.includes("_")) return undefined;
    texts.push(text);
  }
  return texts.join(",");
}

/** The paths of a field mask in proto3 JSON; undefined for text that is none, such as one with a `_`. */
export function maskFromText(text: string): string[] | undefined {
  if (text === "") return [];
  const paths = text.split(",");
  if (paths.some((path) => path === "" || path.includes("_"))) return undefined;
  return paths.map((path) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
