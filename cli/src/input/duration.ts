import { UsageError } from "@stratus/dynamic-client";

/** The nanoseconds of each unit. */
const units: Readonly<Record<string, bigint>> = {
  d: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  ns: 1n,
};

const digits = 9;

/** Converts a duration such as `90s`, `1h30m` or `1.5s` to proto3 JSON, such as `5400s`. */
export function readDuration(text: string, flag: string): string {
  const json = durationJson(text);
  if (json !== undefined) return json;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `${flag} must be a duration such as 90s, 1h30m or 1.5s, got ${JSON.stringify(text)}`,
  );
}

/** Returns the proto3 JSON of a duration. Undefined if the text is none. */
export function durationJson(text: string): string | undefined {
  const total = nanoseconds(text);
  if (total === undefined) return undefined;
  const [sign, all] = total < 0n ? ["-", -total] : ["", total];
  const fraction = String(all % 1_000_000_000n)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return `${sign}${all / 1_000_000_000n}${fraction === "" ? "" : `.${fraction}`}s`;
}

/** Parses a positive duration and returns milliseconds. */
export function readMilliseconds(text: string, flag: string): number {
  const ms = Math.ceil(Number(readDuration(text, flag).slice(0, -1)) * 1000);
  if (ms > 0) return ms;
  throw new UsageError(
    "ARGUMENT_INVALID",
    `${flag} must be a positive duration such as 90s, got ${JSON.stringify(text)}`,
  );
}

function nanoseconds(text: string): bigint | undefined {
  const [, sign = "", rest = ""] = /^(-?)((?:\d+(?:\.\d{1,9})?(?:ns|us|ms|[dhms]))+)$/.exec(text) ?? [];
  if (rest === "") return undefined;
  let total = 0n;
  for (const [, whole = "0", part = "", unit = "s"] of rest.matchAll(/(\d+)(?:\.(\d+))?(ns|us|ms|[dhms])/g)) {
    const size = units[unit] ?? 1n;
    total += BigInt(whole) * size + (BigInt(part.padEnd(digits, "0")) * size) / 1_000_000_000n;
  }
  return sign === "" ? total : -total;
}
