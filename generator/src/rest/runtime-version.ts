/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 15;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "36a0237fcc9986912ed0de181cdc4b67ac0ec9554b4f03dcd4dd39857c4ae98e";
