import { readFile } from "node:fs/promises";
import type { AccessToken, Credentials } from "./credentials.js";

/** How long a token from a file is used before the file is read again, in milliseconds. */
const rereadAfterMs = 10_000;

/**
 * Credentials that are a token in a file, which another program keeps fresh. The
 * file is read again after ten seconds, and at once when the server refuses the
 * token. Whoever writes the file should replace it as a whole, by renaming.
 */
export function fileToken(path: string): Credentials {
  return {
    description: `the token file ${path}`,
    async fetchToken({ signal }): Promise<AccessToken> {
      return { token: await readToken(path, signal), expiresInMs: rereadAfterMs };
    },
  };
}

async function readToken(path: string, signal: AbortSignal): Promise<string> {
  try {
    return await readFile(path, { encoding: "utf8", signal });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new Error(`it cannot be read (${code})`, { cause: error });
  }
}
