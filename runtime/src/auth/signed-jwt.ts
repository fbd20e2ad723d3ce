import { builtIn } from "./built-in.js";
import type { ServiceAccountKey } from "./service-account-key.js";

/** Lifetime of the JWT, which only serves the exchange (conventions, section 8.3). */
const lifetimeSeconds = 300;

/**
 * The JWT that a service account exchanges for an access token: RS256, `kid` in
 * the header, `iss`, `sub` and `exp` as claims; in the compact form (RFC 7515,
 * section 7.1), signed with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 7518, section 3.3).
 */
export async function signJwt(
  { accountId, keyId, key }: ServiceAccountKey,
  epochMs: number,
): Promise<string> {
  const exp = Math.floor(epochMs / 1000) + lifetimeSeconds;
  const header = encode({ alg: "RS256", kid: keyId, typ: "JWT" });
  const content = `${header}.${encode({ iss: accountId, sub: accountId, exp })}`;
  // Off the main thread: an RSA signature takes a millisecond and more.
  const sign = builtIn.util().promisify(builtIn.crypto().sign);
  // RSA keys sign with PKCS#1 v1.5 padding unless told otherwise.
  const signature = await sign("sha256", Buffer.from(content), key);
  return `${content}.${signature.toString("base64url")}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
