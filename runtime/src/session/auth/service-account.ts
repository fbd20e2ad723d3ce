import type { Credentials } from "./credentials.js";
import { exchangedCredentials, exchangeOptionNames, type ExchangeOptions } from "./exchanged-credentials.js";
import type { PrivateKeyObject } from "./private-key-object.js";
import {
  readPrivateKey,
  readServiceAccountFile,
  requirePrivateKey,
  type ServiceAccountKey,
} from "./service-account-key.js";
import { signJwt } from "./signed-jwt.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { tokenTypes } from "./token-exchange.js";

/** How a service account logs in. */
export interface ServiceAccountOptions extends ExchangeOptions {}

/** A service account and one of its keys. */
export interface ServiceAccountIdentity {
  /** Identifier of the service account. */
  readonly accountId: string;
  /** Identifier of its public key. */
  readonly keyId: string;
}

/**
 * Credentials of a service account: a JWT signed with its private key is
 * exchanged for an access token (conventions, section 8.2).
 */
export const serviceAccount = {
  /** The key file of the account. It is read at each login, so a replaced key needs no restart. */
  fromFile(path: string, options: ServiceAccountOptions = {}): Credentials {
    return makeCredentials(`service account file ${path}`, () => readServiceAccountFile(path), options);
  },

  /**
   * A private key in PEM, PKCS#8 or PKCS#1.
   *
   * @throws An OptionsError if it is not one.
   */
  fromPem(
    identity: ServiceAccountIdentity & { readonly privateKey: string },
    options: ServiceAccountOptions = {},
  ): Credentials {
    return fromIdentity(identity, readPrivateKey(identity?.privateKey, "serviceAccount.fromPem"), options);
  },

  /**
   * A private RSA key object of `node:crypto`.
   *
   * @throws An OptionsError if it cannot sign with RS256.
   */
  fromKey(
    identity: ServiceAccountIdentity & { readonly key: PrivateKeyObject },
    options: ServiceAccountOptions = {},
  ): Credentials {
    return fromIdentity(identity, requirePrivateKey(identity?.key, "serviceAccount.fromKey"), options);
  },
};

function fromIdentity(
  { accountId, keyId }: ServiceAccountIdentity,
  key: ServiceAccountKey["key"],
  options: ServiceAccountOptions,
): Credentials {
  if (!accountId || !keyId)
    throw new OptionsError("OPTION_MISSING", "serviceAccount: accountId and keyId are needed");
  const load = (): Promise<ServiceAccountKey> => Promise.resolve({ accountId, keyId, key });
  return makeCredentials(`service account ${accountId}`, load, options);
}

function makeCredentials(
  description: string,
  load: () => Promise<ServiceAccountKey>,
  options: ServiceAccountOptions,
): Credentials {
  requireKnownNames(options, exchangeOptionNames, "serviceAccount");
  return exchangedCredentials(
    description,
    async ({ clock }) => {
      const key = await load();
      return {
        account: `service account ${key.accountId}`,
        prove: async () => ({ token: await signJwt(key, clock.epochMs()), type: tokenTypes.jwt }),
      };
    },
    options,
  );
}
