import { OptionsError } from "../options-error.js";

/** Verifies the signature of bytes. */
type Verifier = (signature: Uint8Array, bytes: Uint8Array) => Promise<boolean>;

type Source = Parameters<typeof crypto.subtle.verify>[2];

/** A key with the version of its signatures: `v1` (HMAC-SHA256) or `v1a` (Ed25519). */
export interface SignatureKey {
  readonly version: "v1" | "v1a";
  readonly verify: Verifier;
}

/** The minimum length of a symmetric secret (Standard Webhooks, "Signature scheme"). */
const minSecretBytes = 24;

/**
 * Parses a secret: `whsec_` and base64, base64 alone, or a public key, `whpk_` and base64.
 * @throws An OptionsError, which does not contain the secret.
 */
export async function readSecret(secret: string): Promise<SignatureKey> {
  const [, prefix = "whsec_", text = ""] = /^(wh[a-z]+_)?([^]*)$/.exec(secret) ?? [];
  const key = decodeBase64(text);
  if (prefix === "whpk_" && key?.length === 32) return importKey("v1a", "Ed25519", "raw", key);
  if (prefix === "whsec_" && key && key.length < minSecretBytes)
    throw new OptionsError(
      "OPTION_INVALID",
      `secrets has one of ${key.length} bytes; Standard Webhooks requires ${minSecretBytes} to 64 bytes`,
      "secrets",
    );
  if (prefix === "whsec_" && key) return importKey("v1", { name: "HMAC", hash: "SHA-256" }, "raw", key);
  throw new OptionsError("OPTION_INVALID", "secrets must consist of whsec_ or whpk_ and base64", "secrets");
}

async function importKey(
  version: SignatureKey["version"],
  algorithm: "Ed25519" | { readonly name: "HMAC"; readonly hash: "SHA-256" },
  format: "raw",
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SignatureKey> {
  const key = await crypto.subtle.importKey(format, bytes, algorithm, false, ["verify"]);
  const name = typeof algorithm === "string" ? algorithm : algorithm.name;
  // The platform compares in constant time.
  const verify: Verifier = (signature, signed) =>
    crypto.subtle.verify(name, key, signature as Source, signed as Source);
  return { version, verify };
}

/** The number of signatures in one header that are verified, because each costs CPU time. */
const maxSignatures = 10;

/** Reports whether one of the signatures in a header is valid for the bytes and one of the keys. */
export async function isSigned(
  header: string,
  bytes: Uint8Array,
  keys: readonly SignatureKey[],
): Promise<boolean> {
  const given = header.split(" ").filter((one) => /^v1a?,/.test(one));
  for (const one of given.slice(0, maxSignatures)) {
    const [version, text = ""] = one.split(",");
    const signature = decodeBase64(text);
    if (!signature) continue;
    for (const key of keys) if (key.version === version && (await key.verify(signature, bytes))) return true;
  }
  return false;
}

/** Decodes base64; returns undefined for other text. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.replace(/=+$/, "").length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
