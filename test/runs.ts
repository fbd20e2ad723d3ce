const factor = Number(process.env["STRATUS_RUNS"] ?? 1);

/**
 * How many random cases a test tries. `count` finds the faults that the test was written for. `STRATUS_RUNS` multiplies
 * it: `npm run long -- properties` tries ten times as many.
 */
export function runs(count: number): number {
  return Math.ceil(count * factor);
}
