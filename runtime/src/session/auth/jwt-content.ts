/** Lifetime of the JWT, which only serves the exchange (conventions, section 8.3). */
const lifetimeSeconds = 300;

/**
 * The signed part of the JWT that a service account exchanges for an access token: RS256, `kid` in the header, `iss`,
 * `sub` and `exp` as claims; in the compact form (RFC 7515, section 7.1).
 *
 * @param encode Text in base64 that is safe in URLs.
 */
export function jwtContent(
  { accountId, keyId }: { readonly accountId: string; readonly keyId: string },
  epochMs: number,
  encode: (text: string) => string,
): string {
  const exp = Math.floor(epochMs / 1000) + lifetimeSeconds;
  const header = encode(JSON.stringify({ alg: "RS256", kid: keyId, typ: "JWT" }));
  return `${header}.${encode(JSON.stringify({ iss: accountId, sub: accountId, exp }))}`;
}
