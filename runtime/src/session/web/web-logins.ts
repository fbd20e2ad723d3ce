import type { Credentials } from "../auth/credentials.js";
import { exchangedCredentials, type ExchangeOptions } from "../auth/exchanged-credentials.js";
import {
  federated,
  type FederatedTokenFunction,
  type FederatedTokenOptions,
  programToken,
} from "../auth/federation.js";
import { tokenTypes } from "../auth/token-exchange.js";
import { OptionsError } from "../../base/text/options-error.js";
import { readWebKey, signWebJwt } from "./web-key.js";

/** A service account and its private key in PEM, PKCS#8 or PKCS#1. */
export interface WebServiceAccount {
  /** Identifier of the service account. */
  readonly accountId: string;
  /** Identifier of its public key. */
  readonly keyId: string;
  /** The private key, from the secrets of the platform. */
  readonly privateKey: string;
}

/**
 * Credentials of a service account in workers and edge runtimes: a JWT signed with its private key, by WebCrypto, is
 * exchanged for an access token (conventions, section 8.2). A page cannot keep such a key: everyone who
 * opens it has it.
 */
export const serviceAccount = {
  /**
   * A private key in PEM, PKCS#8 or PKCS#1.
   *
   * @throws An OptionsError in a page, or if it is not such a key.
   */
  fromPem(identity: WebServiceAccount, options: ExchangeOptions = {}): Credentials {
    refuseInPage("serviceAccount.fromPem");
    const { accountId, keyId, privateKey } = identity ?? {};
    if (!accountId || !keyId)
      throw new OptionsError("OPTION_MISSING", "serviceAccount: accountId and keyId are needed");
    const key = readWebKey(privateKey, "serviceAccount.fromPem");
    return exchangedCredentials(
      `service account ${accountId}`,
      ({ clock }) => {
        const account = `service account ${accountId}`;
        const prove = async () => ({
          token: await signWebJwt({ accountId, keyId, key: await key() }, clock.epochMs()),
          type: tokenTypes.jwt,
        });
        return Promise.resolve({ account, prove });
      },
      options,
    );
  },

  /**
   * Not available in browsers and on edge platforms, which have no files.
   *
   * @throws An OptionsError that names an alternative.
   */
  fromFile(_path: string, _options?: ExchangeOptions): never {
    refuseInPage("serviceAccount.fromFile");
    throw new OptionsError(
      "UNSUPPORTED",
      "serviceAccount.fromFile: there are no files here; keep the key with the platform's secrets, and pass it to serviceAccount.fromPem",
    );
  },
};

/**
 * Credentials of a workload or a person that another issuer vouches for: its token is exchanged for an access token
 * (conventions, section 8.2). In a page it is how a login at an identity provider becomes one at the API.
 */
export const federatedToken = {
  /** A token that a function of the program gives. It is called at each login. */
  fromFunction(get: FederatedTokenFunction, options: FederatedTokenOptions = {}): Credentials {
    return federated(programToken, async ({ signal }) => get({ signal }), options);
  },
};

/**
 * Not available in browsers and on edge platforms, which cannot run commands.
 *
 * @throws An OptionsError that names an alternative.
 */
export function commandToken(_command: string, ..._more: readonly unknown[]): never {
  throw new OptionsError(
    "UNSUPPORTED",
    "commandToken: there are no commands here; ask a server of yours for a token: tokenFromFunction(...)",
  );
}

/**
 * Not available in browsers and on edge platforms, which have no files.
 *
 * @throws An OptionsError that names an alternative.
 */
export function fileToken(_path: string): never {
  throw new OptionsError(
    "UNSUPPORTED",
    "fileToken: there are no files here; ask a server of yours for a token: tokenFromFunction(...)",
  );
}

/** Everything in a page can be read by everyone who opens it. */
function refuseInPage(what: string): void {
  if ((globalThis as { readonly document?: unknown }).document === undefined) return;
  throw new OptionsError(
    "INSECURE",
    `${what}: the key of a service account cannot be kept in a page, since everyone who opens it can read it; log in on a server of yours and pass on its tokens: tokenFromFunction(...)`,
  );
}
