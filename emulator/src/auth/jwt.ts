import type { KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import type { StatusError } from "../errors/status-error.js";
import type { FederatedKey } from "./federated-accounts.js";
import type { RegisteredKey } from "./service-accounts.js";
import { RefusedCall } from "../errors/refused-call.js";

/** Finds the key with a `kid`. */
export type KeyLookup = (keyId: string) => RegisteredKey | undefined;

/** A JWT, and the name of the request field that contained it. */
export interface ReceivedJwt {
  readonly field: string;
  readonly jwt: string;
}

/**
 * Verifies the JWT of a service account (docs/conventions.md, "Authentication"): it is signed with RS256 by the registered key with
 * its `kid`, `iss` and `sub` are the account of that key, and it is valid at this time.
 *
 * @returns the identifier of the account
 * @throws UNAUTHENTICATED with the problem, but without the JWT
 */
export async function verifyJwt(received: ReceivedJwt, keys: KeyLookup, nowMs: number): Promise<string> {
  const { field, jwt } = received;
  const keyId = readKeyId(received);
  const registered = keys(keyId);
  if (registered === undefined)
    throw createRejection(
      field,
      `kid ${quote(keyId)} does not name a registered public key; addServiceAccount or --service-account registers one`,
    );
  if (registered.expiresAtMs !== undefined && registered.expiresAtMs <= nowMs) {
    throw createRejection(field, `the public key ${quote(keyId)} has expired`);
  }
  const { iss, sub } = await verifySignature({ field, jwt }, registered.key, nowMs);
  if (iss !== sub)
    throw createRejection(
      field,
      "iss and sub must both be the identifier of the service account; they differ",
    );
  if (iss !== registered.accountId) {
    throw createRejection(
      field,
      `the key ${quote(keyId)} belongs to a different service account than iss names`,
    );
  }
  return registered.accountId;
}

/**
 * Verifies the JWT of an external identity provider: it is signed with RS256 by the key of a registered workload, has its issuer
 * and, if registered, its subject and audience, and is valid at this time.
 *
 * @param workloads the workloads that have a key with its `kid`
 * @returns the identifier of the account of the workload
 * @throws UNAUTHENTICATED with the problem, but without the JWT
 */
export async function verifyFederatedJwt(
  received: ReceivedJwt,
  workloads: readonly FederatedKey[],
  nowMs: number,
): Promise<string> {
  const { field } = received;
  // Independent issuers may use the same `kid`.
  const issuer = readIssuer(received);
  const sameIssuer = workloads.filter((one) => one.issuer === issuer);
  const [first] = sameIssuer;
  if (first === undefined) {
    throw createRejection(field, `kid does not name a key of a registered issuer ${quote(String(issuer))}`);
  }
  const { sub, aud } = await verifySignature(received, first.key, nowMs);
  const sameSubject = sameIssuer.filter(({ subject }) => subject === undefined || subject === sub);
  if (sameSubject.length === 0)
    throw createRejection(field, `sub ${quote(String(sub))} is not a registered subject`);
  const audiences = [aud ?? []].flat();
  const found = sameSubject.find(({ audience }) => audience === undefined || audiences.includes(audience));
  if (found === undefined)
    throw createRejection(field, `aud does not contain ${quote(sameSubject[0]?.audience ?? "")}`);
  return found.accountId;
}

/** Reads the `iss` of a JWT without verifying the JWT. */
function readIssuer({ field, jwt }: ReceivedJwt): unknown {
  try {
    return decodeJwt(jwt).iss;
  } catch {
    throw createRejection(field, "it is not a JWT");
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
    throw createRejection(field, describeFailure(error));
  }
}

/**
 * Returns the `kid` of a JWT without verifying the JWT.
 *
 * @throws UNAUTHENTICATED if the text is not a JWT that could be verified
 */
export function readKeyId({ field, jwt }: ReceivedJwt): string {
  // RFC 7515, section 2: base64url has no padding, which lenient decoders would accept.
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(jwt)) {
    throw createRejection(field, "it is not a JWT: a JWT has three parts in base64url, without padding");
  }
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(jwt);
  } catch {
    throw createRejection(field, "it is not a JWT");
  }
  if (header.alg !== "RS256")
    throw createRejection(field, `alg must be RS256, but is ${quote(String(header.alg))}`);
  if (typeof header.kid !== "string" || header.kid === "") {
    throw createRejection(field, "the header has no kid, which identifies the public key");
  }
  return header.kid;
}

function describeFailure(error: unknown): string {
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

function createRejection(field: string, why: string): StatusError {
  return new RefusedCall("TOKEN_REJECTED", "UNAUTHENTICATED", `${field} rejected: ${why}`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
