/**
 * Tells V8 that this process is short. Imported first, for its effect.
 *
 * Functions are optimized when they have run ten times as long as usual: a run of
 * the plugin ends before most of what V8 would optimize pays off, and the compiler
 * takes a quarter of its processor time. Versions of V8 that do not have the flag
 * are left alone, since they would complain.
 */
const lastV8WithBudget = 11;

const v8 = Number.parseInt(process.versions.v8, 10);
if (v8 <= lastV8WithBudget) {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=1200000");
}
