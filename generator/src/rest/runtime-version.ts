/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 14;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "44ab941cdbbe4e3a80bf097fc57207d906ee3884a18a12f3ef985444b6fd0a08";
