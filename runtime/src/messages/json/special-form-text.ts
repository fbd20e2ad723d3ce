import { type DurationParts, isDuration, isTimestamp, type TimestampParts } from "../table/time.js";

/** Formats a timestamp by RFC 3339, in UTC with 0, 3, 6 or 9 fractional digits; undefined outside the years 1 to 9999. */
export function formatTimestamp(timestamp: TimestampParts): string | undefined {
  if (!isTimestamp(timestamp)) return undefined;
  const clock = new Date(Number(timestamp.seconds) * 1000).toISOString().slice(0, 19);
  return `${clock}${formatFraction(timestamp.nanos)}Z`;
}

/** Formats a duration with 0, 3, 6 or 9 fractional digits, `1.500s`; undefined beyond 10,000 years and for mixed signs. */
export function formatDuration(duration: DurationParts): string | undefined {
  if (!isDuration(duration)) return undefined;
  const { seconds, nanos } = duration;
  const sign = seconds < 0n || nanos < 0 ? "-" : "";
  return `${sign}${seconds < 0n ? -seconds : seconds}${formatFraction(Math.abs(nanos))}s`;
}

/** Formats a field mask for proto3 JSON, `user.displayName,photo`; undefined for a path that would parse differently. */
export function formatFieldMask(paths: readonly unknown[]): string | undefined {
  const texts: string[] = [];
  for (const path of paths) {
    if (typeof path !== "string" || path === "" || /[A-Z,]/.test(path)) return undefined;
    const text = path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (text.includes("_")) return undefined;
    texts.push(text);
  }
  return texts.join(",");
}

function formatFraction(nanos: number): string {
  if (nanos === 0) return "";
  const digits = String(nanos).padStart(9, "0");
  return `.${digits.replace(/(?:000){1,2}$/, "")}`;
}
