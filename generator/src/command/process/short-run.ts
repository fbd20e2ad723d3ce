/**
 * Tunes V8 for a short process. It must be imported first.
 *
 * V8 optimizes functions only after they have run ten times as long as usual. A run of the plugin ends before most
 * optimizations pay off, and the compiler would take a quarter of its processor time. Later versions of V8 do not have the
 * flag.
 */
const lastV8WithBudget = 11;

const v8 = Number.parseInt(process.versions.v8, 10);
if (v8 <= lastV8WithBudget) {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=1200000");
}
