import { OptionsError } from "../options-error.js";

/** Says whether a signature is that of some bytes. */
type Verifier = (signature: Uint8Array, bytes: Uint8Array) => Promise<boolean>;

type Source = Parameters<typeof crypto.subtle.verify>[2];

/** A key, with the mark of the signatures that are made with it: `v1` (HMAC-SHA256) or `v1a` (Ed25519). */
export interface SignatureKey {
  readonly mark: "v1" | "v1a";
  readonly verify: Verifier;
}

/**
 * Reads a secret as senders show it: `whsec_` and base64, base64 alone, or the public key `whpk_`.
 * @throws An OptionsError that does not show it.
 */
export async function readSecret(secret: string): Promise<SignatureKey> {
  const [, prefix = "whsec_", text = ""] = /^(wh[a-z]+_)?(.*)$/s.exec(secret) ?? [];
  const key = decoded(text);
  if (prefix === "whpk_" && key?.length === 32) return keyOf("v1a", "Ed25519", "raw", key);
  if (prefix === "whsec_" && key && key.length > 0)
    return keyOf("v1", { name: "HMAC", hash: "SHA-256" }, "raw", key);
  throw new OptionsError(
    "OPTION_INVALID",
    "secrets: one is not whsec_ or whpk_ and base64 behind it",
    "secrets",
  );
}

async function keyOf(
  mark: SignatureKey["mark"],
  algorithm: "Ed25519" | { readonly name: "HMAC"; readonly hash: "SHA-256" },
  format: "raw",
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SignatureKey> {
  const key = await crypto.subtle.importKey(format, bytes, algorithm, false, ["verify"]);
  const name = typeof algorithm === "string" ? algorithm : algorithm.name;
  // The platform compares in constant time.
  const verify: Verifier = (signature, signed) =>
    crypto.subtle.verify(name, key, signature as Source, signed as Source);
  return { mark, verify };
}

/** So many signatures of one header are looked at: each costs a computation. */
const maxSignatures = 10;

/** One of the signatures of a header is that of the bytes, by one of the keys. */
export async function isSigned(
  header: string,
  bytes: Uint8Array,
  keys: readonly SignatureKey[],
): Promise<boolean> {
  const given = header.split(" ").filter((one) => /^v1a?,/.test(one));
  for (const one of given.slice(0, maxSignatures)) {
    const [mark, text = ""] = one.split(",");
    const signature = decoded(text);
    if (!signature) continue;
    for (const key of keys) if (key.mark === mark && (await key.verify(signature, bytes))) return true;
  }
  return false;
}

/** The bytes of base64; undefined for anything else. */
function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.replace(/=+$/, "").length % 4 === 1) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
