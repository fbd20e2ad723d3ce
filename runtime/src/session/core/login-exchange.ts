import type { AccessToken, ExchangeRequest } from "../auth/credentials.js";
import { exchangeByHttp } from "../auth/http-exchange.js";
import { exchangeByGrpc } from "../auth/token-exchange.js";
import { loginTimeoutMs } from "../../calls/chain/deadline.js";
import type { Next } from "../../calls/chain/interceptor.js";
import { type CallDependencies, startCall } from "../../calls/client/call-start.js";
import { requireHostName } from "../../calls/endpoint/host-name.js";
import type { Endpoint } from "../../calls/endpoint/endpoint.js";
import type { Method } from "../../calls/rpc/service.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import type { Platform } from "./platform.js";

/** The parts of a session that a login needs. */
export interface LoginContext extends CallDependencies {
  readonly wiring: SessionWiring;
  readonly platform: Platform;
}

/**
 * Exchanges a token: by a form that is posted to a URL, or by the API's own service.
 *
 * @param next The chain of the exchange, which needs no token itself.
 */
export async function exchangeToken(
  core: LoginContext,
  next: Next,
  request: ExchangeRequest,
  signal: AbortSignal,
  url: URL | undefined,
): Promise<AccessToken> {
  const { clock, platform, random, timeouts, waitForReady, wiring } = core;
  if (url) {
    const { postForm, unansweredTimeoutMs: unansweredMs = Infinity } = platform;
    const timeoutMs = loginTimeoutMs(timeouts);
    const limits = { timeoutMs, unansweredMs, waitForReady };
    return exchangeByHttp(url, request, { clock, postForm, random, signal, ...limits });
  }
  if (!wiring.tokenExchange) {
    throw new Error("the API has no token exchange by gRPC; give the credentials an authUrl");
  }
  const call = async (method: Method, message: object): Promise<unknown> => {
    const route = { core, next, endpoint: exchangeEndpoint(platform.endpoints, method) };
    return (await startCall(route, method, message, { signal })).message;
  };
  return exchangeByGrpc(await wiring.tokenExchange(), request, call);
}

function exchangeEndpoint(endpoints: Platform["endpoints"], { service: { endpoint } }: Method): Endpoint {
  if (typeof endpoint === "object") return endpoints.find(endpoint);
  return endpoints.find(requireHostName(endpoint, "endpoint of the token exchange", "tokens.iam"));
}
