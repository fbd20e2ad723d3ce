import { requireToken } from "./access-token.js";
import type { AccessToken, Credentials } from "./credentials.js";

/**
 * Credentials that are one token, such as the command line tool of the API
 * prints it. It is sent until the server refuses it. Throws a TypeError where
 * the text cannot be a token.
 */
export function staticToken(token: string): Credentials {
  return new StaticToken(requireToken(token, "staticToken"));
}

class StaticToken implements Credentials {
  readonly description = "a static token";
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  fetchToken(): Promise<AccessToken> {
    return Promise.resolve({ token: this.#token });
  }
}
