import { typeError } from "../../base/text/coded-error.js";
import { requireToken } from "./access-token.js";
import type { AccessToken, Credentials } from "./credentials.js";

/**
 * Credentials that are a single token, such as one that the API's command-line
 * tool prints. It is sent until the server refuses it.
 *
 * @throws A TypeError if the text cannot be a token.
 */
export function staticToken(token: string): Credentials {
  const checked = requireToken(token, "staticToken");
  return { description: "a static token", fetchToken: () => Promise.resolve({ token: checked }) };
}

/** Gives a token; called again when it expires or is refused. */
export type TokenFunction = (context: {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
}) => string | AccessToken | Promise<string | AccessToken>;

/**
 * Credentials that ask a function of the program. A text is a token that is kept
 * until the server refuses it; `{ token, expiresInMs }` is refreshed in time.
 */
export function tokenFromFunction(get: TokenFunction): Credentials {
  return {
    description: "a function of the program",
    async fetchToken({ signal }): Promise<AccessToken> {
      const answer = await get({ signal });
      if (typeof answer === "string") return { token: answer };
      if (typeof answer === "object" && answer !== null) return answer;
      throw typeError(
        "CREDENTIAL_INVALID",
        `it gave ${String(answer)}: return the token, or { token, expiresInMs }`,
      );
    },
  };
}
