import type { ServiceAccountKey } from "./service-account-key.js";

/** Lifetime of the JWT, which only serves the exchange (conventions, section 5). */
const lifetimeSeconds = 300;

/**
 * The JWT that a service account exchanges for an access token: RS256, `kid` in
 * the header, `iss`, `sub` and `exp` as claims. The library is loaded when the
 * first one is signed.
 */
export async function signJwt(
  { accountId, keyId, key }: ServiceAccountKey,
  epochMs: number,
): Promise<string> {
  const { SignJWT } = await import("jose");
  return new SignJWT()
    .setProtectedHeader({ alg: "RS256", kid: keyId, typ: "JWT" })
    .setIssuer(accountId)
    .setSubject(accountId)
    .setExpirationTime(Math.floor(epochMs / 1000) + lifetimeSeconds)
    .sign(key);
}
