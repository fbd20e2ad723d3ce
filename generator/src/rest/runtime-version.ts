/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 15;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "886c8c8cb6f6849d2ba7c85f1e8fb8418d390ece1dab58ed10fd8e526e1da0ef";
