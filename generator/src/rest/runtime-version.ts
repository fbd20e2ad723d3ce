/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 19;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "220f79c5b66d58d7807f2cf29e6d2f7d34a90e971b58aecc763274a531898b82";
