const units = [
  ["d", 86_400],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
] as const;

/** Returns how long ago a time was: `12s`, `5m`, `3h`, `40d`. A time in the future has a minus sign. Empty for no time. */
export function ageText(time: string | undefined, nowMs: number): string {
  const seconds = time === undefined ? Number.NaN : (nowMs - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return "";
  const size = Math.abs(seconds);
  const [unit, length] = units.find(([, each]) => size >= each) ?? ["s", 1];
  const count = Math.floor(size / length);
  return `${seconds < 0 && count > 0 ? "-" : ""}${count}${unit}`;
}

/** Returns a duration for people: `0.4 ms`, `12 ms`, `3.2 s`. */
export function durationText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** Returns the time of day of a time in UTC: `12:30:05.120`. */
export function clockText(time: string): string {
  return /T([\d:.]+)/.exec(time)?.[1] ?? time;
}
