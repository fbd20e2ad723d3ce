import { LoginError } from "./login-error.js";
import { parseObject } from "./openid-provider.js";

/** How far the clocks of the provider and of this machine may differ, in milliseconds. */
const skewMs = 5 * 60_000;

/** The values that an ID token must have. */
export interface ExpectedIdToken {
  readonly issuer: string;
  readonly clientId: string;
  /** The nonce of the request. Undefined for a request without one, such as by a device code. */
  readonly nonce: string | undefined;
  /** The subject of the login that is refreshed. Undefined for a new login. */
  readonly subject?: string | undefined;
  readonly nowMs: number;
}

/** The person that an ID token names. */
export interface IdTokenClaims {
  /** The identifier of the person at the issuer. */
  readonly subject: string;
  /** The name to show: the email address, or a user name. */
  readonly account: string;
}

/**
 * Reads an ID token that the token endpoint returned, and checks that it is for this login (OpenID Connect Core,
 * section 3.1.3.7). Its signature needs no check, because TLS proves the endpoint (item 6 there).
 *
 * @throws A LoginError that names the claim.
 */
export function readIdToken(token: unknown, expected: ExpectedIdToken): IdTokenClaims {
  const { issuer, clientId, nonce, subject, nowMs } = expected;
  const claims = decodeClaims(token);
  const { iss, sub, aud, azp, exp } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (iss !== issuer) throw wrong("issuer");
  if (!audiences.includes(clientId)) throw wrong("audience");
  if (azp !== undefined && azp !== clientId) throw wrong("authorized party");
  if (typeof exp !== "number" || exp * 1000 <= nowMs - skewMs) throw wrong("expiry time");
  if (nonce !== undefined && claims["nonce"] !== nonce) throw wrong("nonce");
  if (typeof sub !== "string" || sub === "" || (subject !== undefined && sub !== subject))
    throw wrong("subject");
  const shown = [claims["email"], claims["preferred_username"]].find((one) => typeof one === "string");
  return { subject: sub, account: shown ?? sub };
}

function wrong(claim: string): LoginError {
  return new LoginError("LOGIN_INVALID", `the ID token has the wrong ${claim}, so it is not for this login`);
}

function decodeClaims(token: unknown): { readonly [name: string]: unknown } {
  const [, payload = "", signature] = typeof token === "string" ? token.split(".") : [];
  const claims = parseObject(Buffer.from(payload, "base64url").toString());
  if (claims && signature !== undefined) return claims;
  throw new LoginError("LOGIN_INVALID", "the provider returned no valid ID token");
}
