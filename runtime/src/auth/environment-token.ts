import type { AccessToken, Credentials } from "./credentials.js";

/**
 * Credentials that are a token in an environment variable. It is read when the
 * session first needs it and again when the server refuses it.
 */
export function environmentToken(variable: string): Credentials {
  return {
    description: `the environment variable ${variable}`,
    fetchToken(): Promise<AccessToken> {
      const token = process.env[variable];
      if (token) return Promise.resolve({ token });
      return Promise.reject(new Error(`it is not set; set ${variable} to an access token`));
    },
  };
}
