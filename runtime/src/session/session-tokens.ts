import type { TokenContext } from "../auth/credentials.js";
import { loginFailure } from "../auth/login-failure.js";
import { exchangeByGrpc } from "../auth/token-exchange.js";
import { TokenSource } from "../auth/token-source.js";
import type { Next } from "../call/interceptor.js";
import { observedWork } from "../call/observed-steps.js";
import { type CallGround, startCall } from "../client/call-start.js";
import { requireHostName } from "../endpoint/address.js";
import type { Endpoint, Endpoints } from "../endpoint/endpoint.js";
import type { Method } from "../rpc/service.js";
import type { SessionWiring } from "../rpc/wiring.js";
import { defaultCredentials } from "./environment.js";
import type { SessionOptions } from "./session-options.js";

/** The parts of a session that a login needs. */
export interface LoginGround extends CallGround {
  readonly wiring: SessionWiring;
  readonly endpoints: Endpoints;
}

/**
 * The tokens of a session: of the credentials that were given, or of the environment's.
 *
 * @param next The chain of the exchange, which needs no token itself.
 */
export function sessionTokens(ground: LoginGround, next: Next, options: SessionOptions): TokenSource {
  const { clock, errorName, observers, random, wiring } = ground;
  const credentials = options.credentials ?? defaultCredentials(wiring);
  const about = { credentials: credentials.description };
  return new TokenSource({
    credentials,
    context: tokenContext(ground, next, options),
    errorName,
    clock,
    random,
    around: (work) =>
      observedWork(observers.observeToken(about), { clock }, work, ({ durationMs, error }) => ({
        ...about,
        durationMs,
        error: error === undefined ? undefined : loginFailure(error),
      })),
  });
}

function tokenContext(core: LoginGround, next: Next, options: SessionOptions): TokenContext {
  const { clock, random, wiring } = core;
  const call = async (method: Method, request: object, signal: AbortSignal): Promise<unknown> => {
    const route = { core, next, endpoint: exchangeEndpoint(core.endpoints, method) };
    const reply = await startCall(route, method, request, { signal });
    return reply.message;
  };
  return {
    clock,
    random,
    tls: options.tls,
    timeoutMs: core.timeouts.timeoutMs,
    session: wiring.session,
    api: apiIdentity(wiring, options),
    warn: (message) => core.warnOnce({ event: "token_cache", message }),
    signal: core.closing,
    exchange: async (request, signal) => {
      if (!wiring.tokenExchange) {
        throw new Error("the API has no token exchange by gRPC; give the credentials an authUrl");
      }
      return exchangeByGrpc(await wiring.tokenExchange(), request, { call, signal });
    },
  };
}

function exchangeEndpoint(endpoints: Endpoints, { service: { endpoint } }: Method): Endpoint {
  if (typeof endpoint === "object") return endpoints.find(endpoint);
  return endpoints.find(requireHostName(endpoint, "endpoint of the token exchange", "tokens.iam"));
}

/** Two sessions of the same text call the same servers, so that they may share a token. */
function apiIdentity(wiring: SessionWiring, { apiDomain, endpoint, endpoints = {} }: SessionOptions): string {
  const addresses = Object.entries(endpoints).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([apiDomain ?? wiring.apiDomain ?? wiring.sdk.name, endpoint, ...addresses]);
}
