/**
 * Tokens: what is exchanged for an access token, the JWTs and public keys that
 * prove who asks, and the tokens that were given. It knows accounts by their
 * identifiers, and nothing of resources; how the accounts of a cloud come to be
 * is in `login`.
 */
import { badRequest } from "../errors/status-error.js";
import type { AccessTokens } from "./access-tokens.js";
import { type KeyLookup, verifyJwt } from "./jwt.js";

/** Values that the exchange takes (docs/conventions.md, "Authentication"; RFC 8693, section 3). */
const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const jwtType = "urn:ietf:params:oauth:token-type:jwt";
/** Type of the token that is given in exchange. */
export const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";

/** What to exchange, by gRPC or as a form. */
export interface ExchangeRequest {
  readonly grantType: string;
  /** May be empty (RFC 8693, section 2.1). */
  readonly requestedTokenType: string;
  readonly subjectToken: string;
  readonly subjectTokenType: string;
}

/** What is given in exchange. */
export interface ExchangedToken {
  readonly accessToken: string;
  /** Lifetime of the token in whole seconds. */
  readonly expiresInSeconds: number;
}

/** What the exchange stands on. */
export interface ExchangeParts {
  readonly keys: KeyLookup;
  readonly tokens: AccessTokens;
  readonly tokenLifetimeMs: number;
}

/**
 * Exchanges the JWT of a service account for an access token.
 *
 * @throws INVALID_ARGUMENT when a constant is not as it must be,
 *   UNAUTHENTICATED when the JWT is refused
 */
export async function exchangeToken(
  request: ExchangeRequest,
  parts: ExchangeParts,
  nowMs: number,
): Promise<ExchangedToken> {
  expectConstant("grant_type", request.grantType, grantType);
  if (request.requestedTokenType !== "") {
    expectConstant("requested_token_type", request.requestedTokenType, accessTokenType);
  }
  expectConstant("subject_token_type", request.subjectTokenType, jwtType);
  if (request.subjectToken === "") throw badRequest("subject_token", "the JWT is missing");
  const accountId = await verifyJwt(request.subjectToken, parts.keys, nowMs);
  return {
    accessToken: parts.tokens.issue(accountId, nowMs, parts.tokenLifetimeMs),
    expiresInSeconds: Math.ceil(parts.tokenLifetimeMs / 1000),
  };
}

function expectConstant(field: string, got: string, want: string): void {
  if (got !== want) throw badRequest(field, `must be ${want}, it is ${JSON.stringify(got.slice(0, 100))}`);
}
