import { setFlagsFromString } from "node:v8";

/**
 * Tells V8 that this process is short: functions are optimized when they have
 * run ten times as long as usual. A run of the plugin ends before most of what
 * V8 would optimize pays off, and the compiler takes a quarter of its processor
 * time. Imported first, for its effect; versions of V8 that are not known to have
 * the flag are left alone, since they would complain.
 */
const newestKnownV8 = 13;

if (Number.parseInt(process.versions.v8, 10) <= newestKnownV8) {
  setFlagsFromString("--interrupt-budget=1200000");
}
