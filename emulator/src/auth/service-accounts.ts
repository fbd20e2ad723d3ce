import { createPublicKey, type KeyObject } from "node:crypto";
import { type NamesOf, rejectMisspelledNames } from "../text/known-names.js";
import { EmulatorError } from "../text/emulator-error.js";

/** A service account and one of its public keys. */
export interface ServiceAccountKey {
  /** Identifier of the account: `iss` and `sub` of its JWTs. */
  readonly id: string;
  /** Identifier of the public key: `kid` of its JWTs. */
  readonly keyId: string;
  /** The RSA public key in PEM (SubjectPublicKeyInfo or PKCS#1). */
  readonly publicKeyPem: string;
  /** The name of the account. Its identifier by default. */
  readonly name?: string;
  /** Identifier of the account's parent. */
  readonly parentId?: string;
}

const partNames: NamesOf<ServiceAccountKey> = {
  id: true,
  keyId: true,
  publicKeyPem: true,
  name: true,
  parentId: true,
};

/** A key that verifies JWTs, and its account. */
export interface RegisteredKey {
  readonly accountId: string;
  readonly key: KeyObject;
  /** The time at which the key expires. */
  readonly expiresAtMs?: number | undefined;
}

/** The registered service accounts and their public keys. */
export class ServiceAccounts {
  readonly #keys = new Map<string, RegisteredKey>();
  readonly #ids = new Set<string>();

  /**
   * Registers an account, or one more key of it.
   *
   * @throws EmulatorError if a property is missing or misspelled, or the key is not an RSA public key
   */
  add(account: ServiceAccountKey): void {
    rejectMisspelledNames(account, partNames, `service account ${account.id}`);
    if (account.id === "") throw new EmulatorError("OPTION_MISSING", "service account: id is empty");
    if (account.keyId === "")
      throw new EmulatorError("OPTION_MISSING", `service account ${account.id}: keyId is empty`);
    this.#keys.set(account.keyId, {
      accountId: account.id,
      key: parsePublicKey(account.publicKeyPem, `service account ${account.id}, key ${account.keyId}`),
    });
    this.#ids.add(account.id);
  }

  /** The key of that identifier. */
  key(keyId: string): RegisteredKey | undefined {
    return this.#keys.get(keyId);
  }

  /** Whether an account of that identifier is registered. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Identifiers of the accounts, in the order of their registration. */
  ids(): readonly string[] {
    return [...this.#ids];
  }
}

/**
 * Reads an RSA public key in PEM. A private key is refused: it would be
 * accepted here, and then stored where no private key belongs.
 *
 * @throws an Error that names the key by `owner` and never shows it
 */
export function parsePublicKey(pem: string, owner: string): KeyObject {
  if (pem.includes("PRIVATE KEY")) {
    throw new EmulatorError(
      "OPTION_INVALID",
      `${owner}: this is a private key; register its public key (openssl rsa -pubout)`,
    );
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new EmulatorError("OPTION_INVALID", `${owner}: publicKeyPem is not a public key in PEM`);
  }
  if (key.asymmetricKeyType !== "rsa") {
    throw new EmulatorError(
      "OPTION_INVALID",
      `${owner}: RS256 needs an RSA key, but this is ${key.asymmetricKeyType ?? "another"}`,
    );
  }
  return key;
}
