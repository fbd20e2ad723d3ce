/**
 * Tokens: what is exchanged for an access token, the JWTs and public keys that
 * prove who asks, and the tokens that were given. It knows accounts by their
 * identifiers, and nothing of resources; how the accounts of a cloud come to be
 * is in `login`.
 */
import type { EmulatorErrorCode } from "../error-codes.js";
import { badRequest } from "../errors/refused-call.js";
import type { AccessTokens } from "./access-tokens.js";
import type { FederatedAccounts } from "./federated-accounts.js";
import { type KeyLookup, readKeyId, verifyFederatedJwt, verifyJwt } from "./jwt.js";
import { RefusedCall } from "../errors/refused-call.js";

/** Values that the exchange takes (docs/conventions.md, "Authentication"; RFC 8693, section 3). */
const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const typePrefix = "urn:ietf:params:oauth:token-type:";
/** Type of the token that is given in exchange. */
const accessTokenType = `${typePrefix}access_token`;
/** Types of tokens that prove who somebody is. */
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

/** The request whose fields have the names of RFC 8693, section 2.1; `read` gives an empty text for one that is not there. */
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

/** The answer of an exchange, under the names of RFC 8693, section 2.2.1. */
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
  const accountId = await verifyProof(subject, parts, nowMs);
  // RFC 8693, section 2.1: the type is there where the token is, and nowhere else.
  if (actorToken !== "" || actorTokenType !== "") {
    await verifyProof({ field: "actor_token", token: actorToken, type: actorTokenType }, parts, nowMs);
  }
  return {
    access_token: parts.tokens.issue(accountId, nowMs, parts.tokenLifetimeMs),
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

/** The account that a token proves to be. */
async function verifyProof(
  { field, token, type }: Proof,
  { keys, federated, tokens }: ExchangeParts,
  nowMs: number,
): Promise<string> {
  if (!proofTypes.includes(type)) {
    throw badRequest(`${field}_type`, `must be one of ${proofTypes.join(", ")}, but is ${quote(type)}`);
  }
  if (token === "") throw badRequest(field, "the token is missing");
  if (type === accessTokenType) return authenticate(field, token, tokens, nowMs);
  const received = { field, jwt: token };
  const workloads = federated.of(readKeyId(received));
  // The JWT of a service account is no id_token: nobody else vouches for it.
  const isOurs = workloads.length === 0 && type === `${typePrefix}jwt`;
  return isOurs ? verifyJwt(received, keys, nowMs) : verifyFederatedJwt(received, workloads, nowMs);
}

function authenticate(field: string, token: string, tokens: AccessTokens, nowMs: number): string {
  try {
    return tokens.authenticate([`Bearer ${token}`], nowMs);
  } catch {
    throw new RefusedCall(
      "TOKEN_REJECTED",
      "UNAUTHENTICATED",
      `${field} refused: the access token is not known here, or has expired`,
    );
  }
}

function expectConstant(field: string, got: string, want: string, reason?: EmulatorErrorCode): void {
  if (got !== want) throw badRequest(field, `must be ${want}, but is ${quote(got)}`, reason);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
