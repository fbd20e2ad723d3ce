import type { KeyObject } from "node:crypto";

/** What a service account signs with. */
export interface ServiceAccountKey {
  /** Identifier of the service account: `iss` and `sub` of the JWT. */
  readonly accountId: string;
  /** Identifier of the public key: `kid` of the JWT. */
  readonly keyId: string;
  /** The private RSA key. */
  readonly key: KeyObject;
}
