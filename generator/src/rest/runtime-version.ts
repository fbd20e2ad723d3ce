/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 18;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "30230f5c6f197a47d847d94b925f46904d72fc464cf51c2259c241860e3b472d";
