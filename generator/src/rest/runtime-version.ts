/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 2;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "2641cd36612483dec0084c18b29fc9cdbf8e4e16c3ffe54482adbf58daa0f292";
