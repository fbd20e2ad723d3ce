/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 21;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "44a10b34a95ee04ffedfa6f5dc43840f693ba55773754c74a27372b2ac781f60";
