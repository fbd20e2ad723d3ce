/** Units of a `grpc-timeout`, by their length in milliseconds; a value has eight digits at most. */
const units: readonly (readonly [unit: string, ms: number])[] = [
  ["u", 0.001],
  ["m", 1],
  ["S", 1_000],
  ["M", 60_000],
  ["H", 3_600_000],
];

const maxValue = 99_999_999;

/** Below this the exact unit matters; above it, milliseconds say enough. */
const finestMs = 10;

/** The value of `grpc-timeout` (gRPC over HTTP/2): never less than the time that is left, in the finest unit that fits. */
export function timeoutHeader(leftMs: number): string {
  if (leftMs >= finestMs && leftMs <= maxValue) return `${Math.ceil(leftMs)}m`;
  for (const [unit, ms] of leftMs < finestMs ? units : units.slice(1)) {
    const value = Math.max(1, Math.ceil(leftMs / ms));
    if (value <= maxValue) return `${value}${unit}`;
  }
  return `${maxValue}H`;
}
