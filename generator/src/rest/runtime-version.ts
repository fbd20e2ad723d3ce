/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 20;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "a821c21196b6807424956a88a394aec6e6d0b49de6470c45add0e1241a167b06";
