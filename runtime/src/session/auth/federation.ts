import { didYouMean } from "../../base/text/nearest-name.js";
import { invalidOption, requireKnownNames } from "../../base/text/options-error.js";
import { requireToken } from "./access-token.js";
import type { Credentials, TokenContext } from "./credentials.js";
import { exchangedCredentials, exchangeOptionNames, type ExchangeOptions } from "./exchanged-credentials.js";
import { tokenTypes } from "./token-exchange.js";

/** A type of token, by its short name or its identifier (RFC 8693, section 3). */
export type TokenType = keyof typeof tokenTypes | `urn:${string}`;

/** How a token of another issuer logs in. */
export interface FederatedTokenOptions extends ExchangeOptions {
  /** The type of the token: `"jwt"`, `"id_token"`, `"access_token"`, or the identifier of another type. Default `"jwt"`. */
  readonly tokenType?: TokenType | undefined;
}

/** Gives a token of another issuer; called at each login. */
export type FederatedTokenFunction = (context: {
  /** Aborted when the session is closed. */
  readonly signal: AbortSignal;
}) => string | Promise<string>;

/** The name in errors of a token that a function of the program gives. */
export const programToken = "federated token of the program";

/**
 * Credentials that exchange the token of another issuer.
 *
 * @param account Names who a token speaks of; left out where nothing asks.
 */
export function federated(
  description: string,
  get: (context: TokenContext) => Promise<string>,
  options: FederatedTokenOptions,
  account?: (token: string) => string,
): Credentials {
  requireKnownNames(options, ["tokenType", ...exchangeOptionNames], "federatedToken");
  const type = tokenType(options.tokenType ?? "jwt");
  return exchangedCredentials(
    description,
    async (context) => {
      const token = requireToken(await get(context), description, "federated token");
      return {
        account: account && `federated ${type} ${account(token)}`,
        prove: () => Promise.resolve({ token, type }),
      };
    },
    options,
  );
}

function tokenType(name: string): string {
  if (name.startsWith("urn:")) return name;
  const known = Object.entries<string>(tokenTypes);
  const found = known.find(([short]) => short === name)?.[1];
  if (found !== undefined) return found;
  const names = known.map(([short]) => short);
  throw invalidOption(
    "federatedToken.tokenType",
    `write ${names.map((one) => JSON.stringify(one)).join(", ")} or an identifier that starts with "urn:"${didYouMean(name, names)}`,
  );
}
