/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 15;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "e9ed7b25812ed2d0afba37109071922447f976f317720b1504c7721bca2adeb5";
