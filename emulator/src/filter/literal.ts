/** Nanoseconds since 1970 of a time (RFC 3339); undefined when the text is none. */
export function parseTime(text: string): bigint | undefined {
  const form =
    /^(?<date>\d{4}-\d\d-\d\d)[Tt](?<clock>\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,9}))?(?<offset>[Zz]|[+-]\d\d:\d\d)$/;
  const { date, clock, fraction = "", offset } = form.exec(text)?.groups ?? {};
  if (date === undefined || clock === undefined || offset === undefined) return undefined;
  const local = Date.parse(`${date}T${clock}Z`);
  // Date takes 30 February for 1 March.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  const offsetMs = parseOffsetMs(offset);
  if (offsetMs === undefined) return undefined;
  return BigInt(local - offsetMs) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function parseOffsetMs(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Nanoseconds of a duration, such as `20s` or `-1.2s`; undefined when the text is none. */
export function parseDuration(text: string): bigint | undefined {
  const form = /^(?<sign>-?)(?<seconds>\d{1,12})(?:\.(?<fraction>\d{1,9}))?s$/;
  const { sign, seconds, fraction = "" } = form.exec(text)?.groups ?? {};
  if (seconds === undefined) return undefined;
  const nanos = BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  return sign === "-" ? -nanos : nanos;
}

/** The number that the text is: a whole one exactly. Undefined when it is none, or too large. */
export function parseNumber(text: string): number | bigint | undefined {
  if (/^-?\d{1,40}$/.test(text)) return BigInt(text);
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
