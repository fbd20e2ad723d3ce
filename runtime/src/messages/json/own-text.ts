import { type DurationParts, isDuration, isTimestamp, type TimestampParts } from "../table/time.js";

/** A timestamp as RFC 3339 writes it, in UTC with 0, 3, 6 or 9 digits of a second; undefined outside the years 1 to 9999. */
export function timestampText(timestamp: TimestampParts): string | undefined {
  if (!isTimestamp(timestamp)) return undefined;
  const clock = new Date(Number(timestamp.seconds) * 1000).toISOString().slice(0, 19);
  return `${clock}${fractionText(timestamp.nanos)}Z`;
}

/** A duration in seconds with 0, 3, 6 or 9 digits of one, `1.500s`; undefined beyond 10,000 years and for mixed signs. */
export function durationText(duration: DurationParts): string | undefined {
  if (!isDuration(duration)) return undefined;
  const { seconds, nanos } = duration;
  const sign = seconds < 0n || nanos < 0 ? "-" : "";
  return `${sign}${seconds < 0n ? -seconds : seconds}${fractionText(Math.abs(nanos))}s`;
}

/** A field mask as proto3 JSON writes it, `user.displayName,photo`; undefined if a path would not come back the same. */
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

function fractionText(nanos: number): string {
  if (nanos === 0) return "";
  const digits = String(nanos).padStart(9, "0");
  return `.${digits.replace(/(?:000){1,2}$/, "")}`;
}
