import type { KeyObject } from "node:crypto";
import { type NamesOf, rejectMisspelledNames } from "../text/known-names.js";
import { parsePublicKey } from "./service-accounts.js";
import { EmulatorError } from "../text/emulator-error.js";

/** A workload that an external identity provider authenticates, and its account. */
export interface FederatedAccount {
  /** Identifier of the account that its access tokens speak for. */
  readonly accountId: string;
  /** `iss` of its tokens. */
  readonly issuer: string;
  /** `sub` of its tokens. By default any subject is accepted. */
  readonly subject?: string;
  /** The audience that `aud` of its tokens must equal or contain. By default any audience is accepted. */
  readonly audience?: string;
  /** Identifier of the issuer's public key: `kid` of its tokens. */
  readonly keyId: string;
  /** The issuer's RSA public key in PEM (SubjectPublicKeyInfo or PKCS#1). */
  readonly publicKeyPem: string;
}

const partNames: NamesOf<FederatedAccount> = {
  accountId: true,
  issuer: true,
  subject: true,
  audience: true,
  keyId: true,
  publicKeyPem: true,
};

/** A workload with the key that verifies its tokens. */
export interface FederatedKey extends Omit<FederatedAccount, "publicKeyPem"> {
  readonly key: KeyObject;
}

/** The registered workloads of external identity providers. */
export class FederatedAccounts {
  readonly #keys: FederatedKey[] = [];

  /**
   * Registers a workload.
   *
   * @throws EmulatorError if a property is missing or misspelled, or the key is not an RSA public key
   */
  add({ publicKeyPem, ...account }: FederatedAccount): void {
    rejectMisspelledNames({ publicKeyPem, ...account }, partNames, `federated account ${account.accountId}`);
    for (const part of ["accountId", "issuer", "keyId"] as const) {
      if (account[part] === "")
        throw new EmulatorError("OPTION_MISSING", `federated account: ${part} is empty`);
    }
    const key = parsePublicKey(publicKeyPem, `federated account ${account.accountId}, key ${account.keyId}`);
    this.#keys.push({ ...account, key });
  }

  /** Returns the workloads whose tokens have that `kid`. */
  findByKey(keyId: string): readonly FederatedKey[] {
    return this.#keys.filter((one) => one.keyId === keyId);
  }
}
