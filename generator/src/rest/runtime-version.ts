/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 14;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "e3c34bd7491907a30fce9deb3f5eeff376cf250f86d1584c05d853b5213cc8d0";
