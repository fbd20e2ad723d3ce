/**
 * How the accounts of a cloud log in: they are registered, or made by calls,
 * and exchange a token that proves who they are for an access token, by gRPC or by HTTP. What a token, a
 * JWT and a key are is in `auth`.
 */
import { type ExchangedToken, type ExchangeRequest, exchangeToken } from "../auth/token-exchange.js";
import type { Cloud } from "../cloud.js";
import { publicKeyLookup } from "./public-keys.js";

/**
 * Exchanges what proves an account of the cloud for an access token.
 *
 * @throws INVALID_ARGUMENT when a field is not as it must be,
 *   UNAUTHENTICATED when a token is refused
 */
export function exchangeAt(cloud: Cloud, request: ExchangeRequest, nowMs: number): Promise<ExchangedToken> {
  const { tokens, settings } = cloud;
  const { tokenLifetimeMs } = settings;
  const parts = { keys: publicKeyLookup(cloud), federated: cloud.federated, tokens, tokenLifetimeMs };
  return exchangeToken(request, parts, nowMs);
}
