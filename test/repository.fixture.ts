import { fileURLToPath } from "node:url";

/** The folder of the repository, from which its sample SDKs are resolved. */
export const root = fileURLToPath(new URL("..", import.meta.url));
