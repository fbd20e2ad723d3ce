/** The version of the runtime in REST clients, which `stratus diff` shows. `npm run generate` counts it. */
export const runtimeVersion = 23;

/** The SHA-256 digest of the sources of that version. */
export const runtimeDigest = "2a1caf475dd8b7be2461c298c63dbdcc72c04e81769dce6006ab9729c6781a7e";
