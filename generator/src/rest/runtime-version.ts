/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 16;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "bf6a46aaa9798342647f0e19bb56dc357c4ec63ba9f745c1ec57f6cc435c19e4";
