/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 19;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "78c03e75737d6c80ff9ef88b953de38dfd00308e65484f2ef694adc6860ed3bc";
