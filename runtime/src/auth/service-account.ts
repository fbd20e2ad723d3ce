import type { KeyObject } from "node:crypto";
import type { AccessToken, Credentials, TokenContext } from "./credentials.js";
import { exchangeByHttp, requireAuthUrl } from "./http-exchange.js";
import {
  readPrivateKey,
  readServiceAccountFile,
  requirePrivateKey,
  type ServiceAccountKey,
} from "./service-account-key.js";
import { signJwt } from "./signed-jwt.js";

/** How a service account logs in. */
export interface ServiceAccountOptions {
  /**
   * Exchanges by HTTP at `{authUrl}/oauth2/token/exchange`, such as
   * `https://auth.api.example.com`. Default: by gRPC, with the API's own
   * exchange service.
   */
  readonly authUrl?: string | undefined;
}

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
    return new ServiceAccount(`service account file ${path}`, () => readServiceAccountFile(path), options);
  },

  /**
   * A private key in PEM, PKCS#8 or PKCS#1.
   *
   * @throws An Error where it is not one.
   */
  fromPem(
    identity: ServiceAccountIdentity & { readonly privateKey: string },
    options: ServiceAccountOptions = {},
  ): Credentials {
    return fromIdentity(identity, readPrivateKey(identity.privateKey, "serviceAccount.fromPem"), options);
  },

  /**
   * A private RSA key object of `node:crypto`.
   *
   * @throws An Error where it cannot sign with RS256.
   */
  fromKey(
    identity: ServiceAccountIdentity & { readonly key: KeyObject },
    options: ServiceAccountOptions = {},
  ): Credentials {
    return fromIdentity(identity, requirePrivateKey(identity.key, "serviceAccount.fromKey"), options);
  },
};

function fromIdentity(
  { accountId, keyId }: ServiceAccountIdentity,
  key: KeyObject,
  options: ServiceAccountOptions,
): Credentials {
  if (!accountId || !keyId) throw new TypeError("serviceAccount: accountId and keyId are needed");
  const load = (): Promise<ServiceAccountKey> => Promise.resolve({ accountId, keyId, key });
  return new ServiceAccount(`service account ${accountId}`, load, options);
}

class ServiceAccount implements Credentials {
  readonly description: string;
  readonly #load: () => Promise<ServiceAccountKey>;
  readonly #authUrl: URL | undefined;

  constructor(description: string, load: () => Promise<ServiceAccountKey>, options: ServiceAccountOptions) {
    this.description = description;
    this.#load = load;
    this.#authUrl = options.authUrl === undefined ? undefined : requireAuthUrl(options.authUrl);
  }

  async fetchToken(context: TokenContext): Promise<AccessToken> {
    const jwt = await signJwt(await this.#load(), context.clock.epochMs());
    return this.#authUrl
      ? exchangeByHttp(this.#authUrl, jwt, context)
      : context.exchange(jwt, context.signal);
  }
}
