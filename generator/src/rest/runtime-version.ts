/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 25;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "6a76cc5d48edda0d0d120787e010f017f5558eec561a5b1ae0895a3c71a038d8";
