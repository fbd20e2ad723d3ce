/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 17;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "a2e418f48c66f5542a2105da538c093ef620bf033996281385fe52aa643d187f";
