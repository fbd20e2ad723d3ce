import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import { StatusError } from "../errors/status-error.js";
import type { RegisteredKey } from "./service-accounts.js";

/** Finds the key of a `kid`. */
export type KeyLookup = (keyId: string) => RegisteredKey | undefined;

/**
 * Verifies the JWT of a service account (docs/conventions.md, "Authentication"): signed with RS256 by
 * the registered key that `kid` names; `iss` and `sub` both the account of
 * that key; not expired, and valid already.
 *
 * @returns the identifier of the account
 * @throws UNAUTHENTICATED that says what is wrong and shows nothing of the JWT
 */
export async function verifyJwt(jwt: string, keys: KeyLookup, nowMs: number): Promise<string> {
  const keyId = readKeyId(jwt);
  const registered = keys(keyId);
  if (registered === undefined) throw refusal(`kid ${quote(keyId)} names no registered public key`);
  if (registered.expiresAtMs !== undefined && registered.expiresAtMs <= nowMs) {
    throw refusal(`the public key ${quote(keyId)} has expired`);
  }
  const claims = await verifySignature(jwt, registered, nowMs);
  const { iss, sub } = claims;
  if (iss !== sub)
    throw refusal("iss and sub must both be the identifier of the service account; they differ");
  if (iss !== registered.accountId) {
    throw refusal(`the key ${quote(keyId)} belongs to another service account than iss names`);
  }
  return registered.accountId;
}

async function verifySignature(jwt: string, { key }: RegisteredKey, nowMs: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ["RS256"],
      currentDate: new Date(nowMs),
      requiredClaims: ["iss", "sub", "exp"],
    });
    return payload;
  } catch (error) {
    throw refusal(reason(error));
  }
}

function readKeyId(jwt: string): string {
  // RFC 7515, section 2: base64url without padding, which a lenient decoder takes all the same.
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(jwt)) {
    throw refusal("this is not a JWT: three parts in base64url, without padding");
  }
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    throw refusal("this is not a JWT");
  }
  if (header.alg !== "RS256") throw refusal(`alg must be RS256, it is ${quote(String(header.alg))}`);
  if (typeof header.kid !== "string" || header.kid === "") {
    throw refusal("the header has no kid, the identifier of the public key");
  }
  return header.kid;
}

function reason(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "exp is past: the JWT has expired";
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "the signature does not fit the registered public key";
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === "missing") return `the claim ${error.claim} is missing`;
    return error.claim === "nbf"
      ? "nbf is ahead: the JWT is not valid yet"
      : `the claim ${error.claim} is not valid`;
  }
  return "this is not a JWT signed with RS256";
}

function refusal(why: string): StatusError {
  return new StatusError("UNAUTHENTICATED", `subject_token refused: ${why}`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
