/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 22;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "d94ed9d7c89a87a0f23520e3be378b3615773245f04626c754a2316a54321d85";
