/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 13;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "2060f3a51366a55be1d2378e9abf37c22165b4a1fb9f778ffccde9e78ad8ad9e";
