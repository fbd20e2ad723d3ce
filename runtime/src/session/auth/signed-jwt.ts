import { builtIn } from "./built-in.js";
import { jwtContent } from "./jwt-content.js";
import type { ServiceAccountKey } from "./service-account-key.js";

/**
 * The JWT that a service account exchanges for an access token, signed with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 7518,
 * section 3.3).
 */
export async function signJwt(account: ServiceAccountKey, epochMs: number): Promise<string> {
  const content = jwtContent(account, epochMs, (text) => Buffer.from(text).toString("base64url"));
  // Off the main thread: an RSA signature takes a millisecond and more.
  const sign = builtIn.util().promisify(builtIn.crypto().sign);
  // RSA keys sign with PKCS#1 v1.5 padding unless told otherwise.
  const signature = await sign("sha256", Buffer.from(content), account.key);
  return `${content}.${signature.toString("base64url")}`;
}
