/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 20;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "6227fd38eba370ba95981b2e73978aa56ca60d73607b2fcd8440e6e73c0911d2";
