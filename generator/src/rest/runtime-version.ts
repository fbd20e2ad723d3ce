/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 25;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "ea57df29658385b96becd5433614bd9d9bef5d8f363aa052c3defa4b494d71ec";
