/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 16;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "d9332e732c64134859feb2927bf06a93cf7a731e728b67ab29d11c93c08717dc";
