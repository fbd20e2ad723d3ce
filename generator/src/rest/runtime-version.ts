/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 11;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "53de3af0518bdf6aa6ffe281abc028e32d0bd166e30953ec0ba1d8c3dbd088e0";
