/**
 * Logs in the accounts of a cloud. Accounts are registered directly or created by calls. They exchange a token that
 * authenticates them for an access token, by gRPC or HTTP. `auth` defines tokens, JWTs and keys.
 */
import { type ExchangedToken, type ExchangeRequest, exchangeToken } from "../auth/token-exchange.js";
import type { Cloud } from "../cloud.js";
import { publicKeyLookup } from "./public-keys.js";

/**
 * Exchanges a token that authenticates an account of the cloud for an access token.
 *
 * @throws INVALID_ARGUMENT if a field is invalid, UNAUTHENTICATED if a token is rejected
 */
export function exchangeAt(cloud: Cloud, request: ExchangeRequest, nowMs: number): Promise<ExchangedToken> {
  const { tokens, settings } = cloud;
  const tokenLifetimeMs = Math.min(settings.tokenLifetimeMs, cloud.scenarios.tokenAgeMs);
  const parts = { keys: publicKeyLookup(cloud), federated: cloud.federated, tokens, tokenLifetimeMs };
  return exchangeToken(request, parts, nowMs);
}
