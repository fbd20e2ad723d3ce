const factor = Number(process.env["STRATUS_RUNS"] ?? 1);

/**
 * How many random cases a test tries. `count` finds the faults that the test was written for. `STRATUS_RUNS` multiplies
 * it: `npm run long -- properties` tries ten times as many.
 */
export function runs(count: number): number {
  return Math.ceil(count * factor);
}

/**
 * About `count` of many fixed cases, spread over all of them; `STRATUS_RUNS` multiplies `count`. Tests that share a list
 * name different offsets, so that together they try more of it.
 */
export function spread<T>(cases: readonly T[], count: number, offset = 0): readonly T[] {
  const step = Math.max(1, Math.floor(cases.length / runs(count)));
  return cases.filter((_, index) => index % step === offset % step);
}
