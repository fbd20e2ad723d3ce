import { didYouMean } from "../text/nearest-name.js";
import { OptionsError, requireKnownNames } from "../text/options-error.js";
import { requireToken } from "./access-token.js";
import type { Credentials, TokenContext } from "./credentials.js";
import { exchangedCredentials, exchangeOptionNames, type ExchangeOptions } from "./exchanged-credentials.js";
import { readVariable, readTokenFile } from "./outside-token.js";
import { subjectDigest } from "./subject.js";
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

/**
 * Credentials of a workload that another issuer vouches for, such as a cluster, a CI system or an identity provider:
 * its token is exchanged for an access token (conventions, section 8.2), so that no key needs to be kept. The token
 * of the issuer is asked for at each login, and not kept.
 */
export const federatedToken = {
  /** A token in a file, which another program keeps fresh. It is read at each login. */
  fromFile(path: string, options: FederatedTokenOptions = {}): Credentials {
    const source = `federated token file ${path}`;
    return federated(source, ({ signal }) => readTokenFile(path, signal, source), options);
  },

  /** A token in an environment variable. It is read at each login. */
  fromEnvironment(variable: string, options: FederatedTokenOptions = {}): Credentials {
    return federated(`federated token in ${variable}`, () => readVariable(variable), options);
  },

  /** A token that a function of the program gives. It is called at each login. */
  fromFunction(get: FederatedTokenFunction, options: FederatedTokenOptions = {}): Credentials {
    return federated("federated token of the program", async ({ signal }) => get({ signal }), options);
  },
};

function federated(
  description: string,
  get: (context: TokenContext) => Promise<string>,
  options: FederatedTokenOptions,
): Credentials {
  requireKnownNames(options, ["tokenType", ...exchangeOptionNames], "federatedToken");
  const type = tokenType(options.tokenType ?? "jwt");
  return exchangedCredentials(
    description,
    async (context) => {
      const token = requireToken(await get(context), description, "federated token");
      return {
        account: `federated ${type} ${subjectDigest(token)}`,
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
  throw new OptionsError(
    `federatedToken.tokenType: write ${names.map((one) => JSON.stringify(one)).join(", ")} or an identifier that starts with "urn:"${didYouMean(name, names)}`,
  );
}
