/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 25;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "60015640791bb54f9c2ddd723149defcc76d03acfee2460e1fea7266f0b9e652";
