import type { TokenContext } from "../auth/credentials.js";
import { loginFailure } from "../auth/login-failure.js";
import { exchangeByGrpc } from "../auth/token-exchange.js";
import { TokenSource } from "../auth/token-source.js";
import type { Next } from "../call/interceptor.js";
import { observedWork } from "../call/observed-steps.js";
import { type CallGround, startCall } from "../client/call-start.js";
import { requireHostName } from "../endpoint/address.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import type { Method } from "../rpc/service.js";
import type { SessionWiring } from "../rpc/wiring.js";
import type { CommonOptions } from "./common-options.js";
import type { Platform } from "./platform.js";

/** The parts of a session that a login needs. */
export interface LoginGround extends CallGround {
  readonly wiring: SessionWiring;
  readonly platform: Platform;
}

/**
 * The tokens of a session: of the credentials that were given, or of the environment's.
 *
 * @param next The chain of the exchange, which needs no token itself.
 */
export function sessionTokens(ground: LoginGround, next: Next, options: CommonOptions): TokenSource {
  const { clock, errorName, observers, platform, random } = ground;
  const credentials = options.credentials ?? platform.credentials();
  const about = { credentials: credentials.description };
  return new TokenSource({
    credentials,
    context: tokenContext(ground, next),
    errorName,
    clock,
    random,
    inspect: platform.inspect,
    around: (work) =>
      observedWork(observers.observeToken(about), { clock }, work, ({ durationMs, error }) => ({
        ...about,
        durationMs,
        error: error === undefined ? undefined : loginFailure(error, platform.inspect),
      })),
  });
}

function tokenContext(core: LoginGround, next: Next): TokenContext {
  const { clock, platform, random, wiring } = core;
  const call = async (method: Method, request: object, signal: AbortSignal): Promise<unknown> => {
    const route = { core, next, endpoint: exchangeEndpoint(platform.endpoints, method) };
    const reply = await startCall(route, method, request, { signal });
    return reply.message;
  };
  return {
    clock,
    random,
    tls: platform.tls,
    timeoutMs: core.timeouts.timeoutMs,
    session: wiring.session,
    scopes: wiring.scopes,
    api: platform.api,
    warn: (message) => core.warnOnce({ event: "token_cache", message }),
    signal: core.closing,
    exchange: async (request, signal, url) => {
      if (url) {
        // An exchange is loaded with the first login that needs it: a page brings tokens along.
        const { exchangeByHttp } = await import("../auth/http-exchange.js");
        const { postForm } = platform;
        return exchangeByHttp(url, request, {
          clock,
          postForm,
          random,
          signal,
          timeoutMs: core.timeouts.timeoutMs,
        });
      }
      if (!wiring.tokenExchange) {
        throw new Error("the API has no token exchange by gRPC; give the credentials an authUrl");
      }
      return exchangeByGrpc(await wiring.tokenExchange(), request, { call, signal });
    },
  };
}

function exchangeEndpoint(endpoints: Platform["endpoints"], { service: { endpoint } }: Method): Endpoint {
  if (typeof endpoint === "object") return endpoints.find(endpoint);
  return endpoints.find(requireHostName(endpoint, "endpoint of the token exchange", "tokens.iam"));
}
