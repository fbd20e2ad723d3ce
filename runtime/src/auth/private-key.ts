import { createPrivateKey, type KeyObject } from "node:crypto";

/** Smallest RSA key that RS256 may use (RFC 7518, section 3.3). */
const minModulusBits = 2048;

/**
 * Reads a private RSA key in PEM, PKCS#8 or PKCS#1. Throws an Error that names
 * the source and shows nothing of the key.
 */
export function readPrivateKey(pem: unknown, source: string): KeyObject {
  if (typeof pem !== "string" || !pem.includes("-----BEGIN")) {
    throw new Error(`${source}: the private key is not in PEM ("-----BEGIN PRIVATE KEY-----")`);
  }
  // Environment variables and some tools write line ends as backslash and n.
  const text = pem.includes("\n") ? pem : pem.replaceAll("\\n", "\n");
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    // The library's own error is left out: it may show parts of what it read.
    throw new Error(
      `${source}: the private key cannot be read; PKCS#8 or PKCS#1 without a passphrase is needed`,
    );
  }
  return requirePrivateKey(key, source);
}

/** Checks that a key can sign with RS256. Throws an Error that names the source. */
export function requirePrivateKey(key: KeyObject, source: string): KeyObject {
  if (key?.type !== "private" || key.asymmetricKeyType !== "rsa") {
    throw new Error(`${source}: a private RSA key is needed, since the JWT is signed with RS256`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits >= minModulusBits) return key;
  throw new Error(`${source}: the RSA key has ${bits} bits; RS256 needs ${minModulusBits} or more`);
}
