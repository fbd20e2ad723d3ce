/**
 * A private key that this process holds: a `KeyObject` of `node:crypto`, by what
 * is read of it, since programs without Node's types read this declaration too.
 */
export interface PrivateKeyObject {
  readonly type: string;
  readonly asymmetricKeyType?: string | undefined;
  readonly asymmetricKeyDetails?: { readonly modulusLength?: number | undefined } | undefined;
}
