/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 24;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "fc8ec34a37fd5f657f8f0471816db3bb8883ffdc7a2d1d77a1c539b1ca2242be";
