import { nodeErrorCode } from "../../base/text/value-text.js";
import { OptionsError } from "../../base/text/options-error.js";
import { builtIn } from "./built-in.js";
import type { AccessToken, Credentials } from "./credentials.js";

/**
 * Credentials that read a token from an environment variable, when the session first needs it and again when the
 * server refuses it.
 */
export function environmentToken(variable: string): Credentials {
  return {
    description: `the environment variable ${variable}`,
    async fetchToken(): Promise<AccessToken> {
      return { token: await readVariable(variable, "an access token") };
    },
  };
}

/**
 * A token in an environment variable.
 *
 * @throws An OptionsError if it is not set.
 */
export async function readVariable(variable: string, what = "a token"): Promise<string> {
  const token = process.env[variable];
  if (token) return token;
  throw new OptionsError("OPTION_MISSING", `it is not set; set ${variable} to ${what}`, { option: variable });
}

/** How long a token from a file is used before the file is read again, in milliseconds. */
export const rereadAfterMs = 10_000;

/**
 * Credentials that read a token from a file, which another program updates. The client reads the file again after
 * 10 s, and at once when the server refuses the token. The writer should replace the file by renaming a new one.
 */
export function fileToken(path: string): Credentials {
  return {
    description: `the token file ${path}`,
    async fetchToken({ signal }): Promise<AccessToken> {
      return { token: await readTokenFile(path, signal), expiresInMs: rereadAfterMs };
    },
  };
}

/**
 * A token in a file.
 *
 * @throws An OptionsError that says why it cannot be read.
 */
export async function readTokenFile(path: string, signal: AbortSignal, source = "it"): Promise<string> {
  try {
    return await builtIn.files().readFile(path, { encoding: "utf8", signal });
  } catch (error) {
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source} cannot be read (${nodeErrorCode(error)}); check its path, and who may read it`,
      {
        cause: error,
      },
    );
  }
}
