/** The units of `grpc-timeout` in milliseconds (gRPC over HTTP/2, "TimeoutUnit"). A value has at most eight digits. */
const units: readonly (readonly [unit: string, ms: number])[] = [
  ["u", 0.001],
  ["m", 1],
  ["S", 1_000],
  ["M", 60_000],
  ["H", 3_600_000],
];

const maxValue = 99_999_999;

/** Below this number of milliseconds, a finer unit is used. */
const finestMs = 10;

/** Formats the value of `grpc-timeout` in the finest unit that fits, never less than the time that is left. */
export function timeoutHeader(leftMs: number): string {
  if (leftMs >= finestMs && leftMs <= maxValue) return `${Math.ceil(leftMs)}m`;
  for (const [unit, ms] of leftMs < finestMs ? units : units.slice(1)) {
    const value = Math.max(1, Math.ceil(leftMs / ms));
    if (value <= maxValue) return `${value}${unit}`;
  }
  return `${maxValue}H`;
}
