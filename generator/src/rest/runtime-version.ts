/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 16;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "5730f5f3e2105b68b4979536a293cd347dc8181bb79954de297de67a314782c6";
