/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 12;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "8cb10c0125edb273c3b0034a5a06e221d199871b954c34b98ebbf5930064a205";
