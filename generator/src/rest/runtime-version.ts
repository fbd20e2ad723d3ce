/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 3;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "72c5c5a0296fe109f0b2db6234bc89278dae386975a299303ba4f8a8c600e49e";
