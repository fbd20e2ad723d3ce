/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 12;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "22c571e4974a9f4a6798ebe8cec110dd86fa51f965815e6d838fb9a5a877690d";
