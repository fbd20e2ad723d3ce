import type { Credentials, TokenContext } from "../auth/credentials.js";
import { TokenSource } from "../auth/token-source.js";
import { loginTimeoutMs } from "../../calls/chain/deadline.js";
import type { Next } from "../../calls/chain/interceptor.js";
import type { LoginContext } from "./login-exchange.js";

/**
 * The tokens of a session.
 *
 * @param next The chain of the exchange, which needs no token itself.
 */
export function sessionTokens(ground: LoginContext, next: Next, credentials: Credentials): TokenSource {
  const { clock, errorName, platform, random, reporter } = ground;
  return new TokenSource({
    credentials,
    context: tokenContext(ground, next),
    errorName,
    clock,
    random,
    inspect: platform.inspect,
    around: (work) => reporter.token(credentials.description, work),
  });
}

function tokenContext(core: LoginContext, next: Next): TokenContext {
  const { clock, platform, random, wiring } = core;
  return {
    clock,
    random,
    tls: platform.tls,
    timeoutMs: loginTimeoutMs(core.timeouts),
    session: wiring.session,
    scopes: wiring.scopes,
    api: platform.api,
    warn: (message) => core.warnOnce({ event: "token_cache", message }),
    signal: core.closing,
    // Loaded with the first login that needs it: a page brings tokens along.
    exchange: async (request, signal, url) =>
      (await import("./login-exchange.js")).exchangeToken(core, next, request, signal, url),
  };
}
