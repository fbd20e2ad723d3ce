import { OptionsError } from "../../base/text/options-error.js";
import { jwtContent } from "../auth/jwt-content.js";
import { base64, bytesFromBase64 } from "../../messages/json/base64.js";

/** A key of WebCrypto; its type has different homes on different platforms. */
type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const rs256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** Smallest RSA key that RS256 may use (RFC 7518, section 3.3). */
const minModulusBits = 2048;

const pem = /-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END (?:RSA )?PRIVATE KEY-----/;

/** The beginning of PKCS#8 before a key of PKCS#1: the version, and the name of RSA (RFC 5208; RFC 8017, appendix A). */
const rsaName = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

/**
 * Reads a private RSA key in PEM; WebCrypto imports it when it is first used.
 *
 * @throws An OptionsError that names the source and shows nothing of the key.
 */
export function readWebKey(text: unknown, source: string): () => Promise<SigningKey> {
  // Variables and some tools write line ends as backslash and n.
  const [, rsa, digits = ""] =
    (typeof text === "string" ? pem.exec(text.replaceAll("\\n", "\n")) : null) ?? [];
  const bytes = digits === "" ? undefined : bytesFromBase64(digits.replace(/\s+/g, ""));
  if (!bytes) {
    throw new OptionsError(
      "OPTION_INVALID",
      `${source}: the private key is not in PEM ("-----BEGIN PRIVATE KEY-----"), or it has a passphrase`,
    );
  }
  const pkcs8 = rsa === undefined ? bytes : der(0x30, [...rsaName, ...der(0x04, [...bytes])]);
  let key: Promise<SigningKey> | undefined;
  return () => (key ??= importKey(pkcs8, source));
}

async function importKey(pkcs8: Uint8Array, source: string): Promise<SigningKey> {
  let key: SigningKey;
  try {
    const bytes = new Uint8Array(pkcs8);
    key = await crypto.subtle.importKey("pkcs8", bytes, rs256, false, ["sign"]);
  } catch {
    // The platform's own error is left out: it may show parts of what it read.
    throw new OptionsError(
      "OPTION_INVALID",
      `${source}: the private key cannot be read; an RSA key in PKCS#8 or PKCS#1 is needed`,
    );
  }
  const { modulusLength: bits = 0 } = key.algorithm as { readonly modulusLength?: number };
  if (bits >= minModulusBits) return key;
  throw new OptionsError(
    "OPTION_INVALID",
    `${source}: the RSA key has ${bits} bits; RS256 needs ${minModulusBits} or more`,
  );
}

/** A value in DER: its tag, its length, its bytes. */
function der(tag: number, bytes: readonly number[]): Uint8Array {
  const { length } = bytes;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...size, ...bytes]);
}

/** The JWT that a service account exchanges for an access token, signed by WebCrypto. */
export async function signWebJwt(
  account: { readonly accountId: string; readonly keyId: string; readonly key: SigningKey },
  epochMs: number,
): Promise<string> {
  const content = jwtContent(account, epochMs, (part) => urlSafe(new TextEncoder().encode(part)));
  const signature = await crypto.subtle.sign(rs256.name, account.key, new TextEncoder().encode(content));
  return `${content}.${urlSafe(new Uint8Array(signature))}`;
}

function urlSafe(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
