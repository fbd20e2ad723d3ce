/**
 * Exchanges tokens for access tokens, and verifies JWTs with public keys. This folder knows accounts only by their identifiers.
 * `login` registers the accounts of a cloud.
 */
import type { EmulatorErrorCode } from "../error-codes.js";
import { badRequest } from "../errors/refused-call.js";
import type { AccessGrant, AccessTokens } from "./access-tokens.js";
import type { FederatedAccounts } from "./federated-accounts.js";
import { type KeyLookup, readKeyId, verifyFederatedJwt, verifyJwt } from "./jwt.js";
import { RefusedCall } from "../errors/refused-call.js";

/** Values that the exchange takes (docs/conventions.md, "Authentication"; RFC 8693, section 3). */
const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const typePrefix = "urn:ietf:params:oauth:token-type:";
/** The type of issued tokens. */
const accessTokenType = `${typePrefix}access_token`;
/** The types of tokens that authenticate a subject or actor. */
const proofTypes: readonly string[] = [`${typePrefix}jwt`, `${typePrefix}id_token`, accessTokenType];

/** A request to exchange a token, sent by gRPC or as a form. */
export interface ExchangeRequest {
  readonly grantType: string;
  /** May be empty (RFC 8693, section 2.1). */
  readonly requestedTokenType: string;
  readonly subjectToken: string;
  readonly subjectTokenType: string;
  /** Empty where the subject acts for itself. */
  readonly actorToken: string;
  readonly actorTokenType: string;
}

/** Reads a request with the field names of RFC 8693, section 2.1. `read` returns the empty string for a missing field. */
export function readExchangeRequest(read: (name: string) => string): ExchangeRequest {
  return {
    grantType: read("grant_type"),
    requestedTokenType: read("requested_token_type"),
    subjectToken: read("subject_token"),
    subjectTokenType: read("subject_token_type"),
    actorToken: read("actor_token"),
    actorTokenType: read("actor_token_type"),
  };
}

/** The response of an exchange, with the names of RFC 8693, section 2.2.1. */
export type ExchangedToken = {
  readonly access_token: string;
  readonly issued_token_type: string;
  readonly token_type: "Bearer";
  /** Lifetime of the token in whole seconds. */
  readonly expires_in: number;
};

/** The dependencies of the exchange. */
export interface ExchangeParts {
  readonly keys: KeyLookup;
  readonly federated: FederatedAccounts;
  readonly tokens: AccessTokens;
  readonly tokenLifetimeMs: number;
}

/**
 * Exchanges a token that authenticates a subject for an access token of the subject. It accepts the JWT of a service
 * account, a token from an external issuer, or an access token. An actor token is optional and verified the same way.
 * Any authenticated actor may act for any authenticated subject.
 *
 * @throws INVALID_ARGUMENT if a field is invalid, UNAUTHENTICATED if a token is rejected
 */
export async function exchangeToken(
  request: ExchangeRequest,
  parts: ExchangeParts,
  nowMs: number,
): Promise<ExchangedToken> {
  expectConstant("grant_type", request.grantType, grantType, "GRANT_TYPE_UNSUPPORTED");
  if (request.requestedTokenType !== "") {
    expectConstant("requested_token_type", request.requestedTokenType, accessTokenType);
  }
  const { subjectToken, subjectTokenType, actorToken, actorTokenType } = request;
  const subject: Proof = { field: "subject_token", token: subjectToken, type: subjectTokenType };
  const { subject: accountId, role } = await verifyProof(subject, parts, nowMs);
  // RFC 8693, section 2.1: the type must be present if and only if the token is.
  if (actorToken !== "" || actorTokenType !== "") {
    await verifyProof({ field: "actor_token", token: actorToken, type: actorTokenType }, parts, nowMs);
  }
  return {
    access_token: parts.tokens.issue(accountId, nowMs, parts.tokenLifetimeMs, undefined, role),
    issued_token_type: accessTokenType,
    token_type: "Bearer",
    expires_in: Math.ceil(parts.tokenLifetimeMs / 1000),
  };
}

interface Proof {
  readonly field: "subject_token" | "actor_token";
  readonly token: string;
  readonly type: string;
}

/** Returns the account that a token authenticates. The role of an access token remains. */
async function verifyProof(
  { field, token, type }: Proof,
  { keys, federated, tokens }: ExchangeParts,
  nowMs: number,
): Promise<Pick<AccessGrant, "subject" | "role">> {
  if (!proofTypes.includes(type)) {
    throw badRequest(`${field}_type`, `must be one of ${proofTypes.join(", ")}, but is ${quote(type)}`);
  }
  if (token === "") throw badRequest(field, "the token is missing");
  if (type === accessTokenType) return authenticate(field, token, tokens, nowMs);
  const received = { field, jwt: token };
  const workloads = federated.findByKey(readKeyId(received));
  // An id_token is issued by an identity provider, so the JWT of a service account is not one.
  const isOurs = workloads.length === 0 && type === `${typePrefix}jwt`;
  return {
    subject: await (isOurs
      ? verifyJwt(received, keys, nowMs)
      : verifyFederatedJwt(received, workloads, nowMs)),
  };
}

function authenticate(field: string, token: string, tokens: AccessTokens, nowMs: number): AccessGrant {
  try {
    return tokens.authenticate([`Bearer ${token}`], nowMs);
  } catch {
    throw new RefusedCall(
      "TOKEN_REJECTED",
      "UNAUTHENTICATED",
      `${field} rejected: the access token is unknown or has expired`,
    );
  }
}

function expectConstant(field: string, got: string, want: string, reason?: EmulatorErrorCode): void {
  if (got !== want) throw badRequest(field, `must be ${want}, but is ${quote(got)}`, reason);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
