import { setFlagsFromString } from "node:v8";

/**
 * Tells V8 that this process is short: functions are optimized when they have
 * run ten times as long as usual. A run of the plugin ends before most of what
 * V8 would optimize pays off, and the compiler takes a quarter of its processor
 * time. Imported first, for its effect. The flag is that of Node 20; newer ones
 * do not have it, and would complain on standard error.
 */
const knownV8 = "11.";

if (process.versions.v8?.startsWith(knownV8)) setFlagsFromString("--interrupt-budget=1200000");
