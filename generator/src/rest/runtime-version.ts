/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 18;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "ea1c9a49ae3d0726375a0a270323e18536a3ef4fd97f169ff450e6f42d69fce2";
