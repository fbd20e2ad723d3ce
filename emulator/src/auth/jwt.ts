import type { KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import type { StatusError } from "../errors/status-error.js";
import type { FederatedKey } from "./federated-accounts.js";
import type { RegisteredKey } from "./service-accounts.js";
import { RefusedCall } from "../errors/refused-call.js";

/** Finds the key of a `kid`. */
export type KeyLookup = (keyId: string) => RegisteredKey | undefined;

/** A JWT, and the field of a request that it came in. */
export interface ReceivedJwt {
  readonly field: string;
  readonly jwt: string;
}

/**
 * Verifies the JWT of a service account (docs/conventions.md, "Authentication"): signed with RS256 by
 * the registered key that `kid` names; `iss` and `sub` both the account of
 * that key; not expired, and valid already.
 *
 * @returns the identifier of the account
 * @throws UNAUTHENTICATED that says what is wrong and shows nothing of the JWT
 */
export async function verifyJwt(received: ReceivedJwt, keys: KeyLookup, nowMs: number): Promise<string> {
  const { field, jwt } = received;
  const keyId = readKeyId(received);
  const registered = keys(keyId);
  if (registered === undefined)
    throw refusal(
      field,
      `kid ${quote(keyId)} does not name a registered public key; addServiceAccount or --service-account registers one`,
    );
  if (registered.expiresAtMs !== undefined && registered.expiresAtMs <= nowMs) {
    throw refusal(field, `the public key ${quote(keyId)} has expired`);
  }
  const { iss, sub } = await verifySignature({ field, jwt }, registered.key, nowMs);
  if (iss !== sub)
    throw refusal(field, "iss and sub must both be the identifier of the service account; they differ");
  if (iss !== registered.accountId) {
    throw refusal(field, `the key ${quote(keyId)} belongs to a different service account than iss names`);
  }
  return registered.accountId;
}

/**
 * Verifies the JWT of another issuer: signed with RS256 by a key of a registered workload, with its issuer and, where
 * they were registered, its subject and its audience; not expired, and valid already.
 *
 * @param workloads those whose key `kid` names
 * @returns the identifier of the account that the workload is here
 * @throws UNAUTHENTICATED that says what is wrong and shows nothing of the JWT
 */
export async function verifyFederatedJwt(
  received: ReceivedJwt,
  workloads: readonly FederatedKey[],
  nowMs: number,
): Promise<string> {
  const { field } = received;
  // Issuers that know nothing of each other may call their keys the same.
  const issuer = readIssuer(received);
  const ofIssuer = workloads.filter((one) => one.issuer === issuer);
  const [first] = ofIssuer;
  if (first === undefined) {
    throw refusal(field, `kid does not name a key of a registered issuer ${quote(String(issuer))}`);
  }
  const { sub, aud } = await verifySignature(received, first.key, nowMs);
  const ofSubject = ofIssuer.filter(({ subject }) => subject === undefined || subject === sub);
  if (ofSubject.length === 0) throw refusal(field, `sub ${quote(String(sub))} is not a registered subject`);
  const audiences = [aud ?? []].flat();
  const found = ofSubject.find(({ audience }) => audience === undefined || audiences.includes(audience));
  if (found === undefined)
    throw refusal(field, `aud does not contain ${quote(ofSubject[0]?.audience ?? "")}`);
  return found.accountId;
}

/** The `iss` of a JWT, unverified. */
function readIssuer({ field, jwt }: ReceivedJwt): unknown {
  try {
    return decodeJwt(jwt).iss;
  } catch {
    throw refusal(field, "it is not a JWT");
  }
}

async function verifySignature(
  { field, jwt }: ReceivedJwt,
  key: KeyObject,
  nowMs: number,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ["RS256"],
      currentDate: new Date(nowMs),
      requiredClaims: ["iss", "sub", "exp"],
    });
    return payload;
  } catch (error) {
    throw refusal(field, reason(error));
  }
}

/**
 * Returns the `kid` of a JWT without verifying the JWT.
 *
 * @throws UNAUTHENTICATED if the text is not a JWT that could be verified
 */
export function readKeyId({ field, jwt }: ReceivedJwt): string {
  // RFC 7515, section 2: base64url without padding, which a lenient decoder takes all the same.
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(jwt)) {
    throw refusal(field, "it is not a JWT: a JWT has three parts in base64url, without padding");
  }
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    throw refusal(field, "it is not a JWT");
  }
  if (header.alg !== "RS256") throw refusal(field, `alg must be RS256, but is ${quote(String(header.alg))}`);
  if (typeof header.kid !== "string" || header.kid === "") {
    throw refusal(field, "the header has no kid, which identifies the public key");
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

function refusal(field: string, why: string): StatusError {
  return new RefusedCall("TOKEN_REJECTED", "UNAUTHENTICATED", `${field} refused: ${why}`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
