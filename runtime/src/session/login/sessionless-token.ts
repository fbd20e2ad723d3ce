import { defaults } from "../../base/defaults.js";
import { systemClock } from "../../base/time/clock.js";
import { requireToken } from "../auth/access-token.js";
import type { Credentials } from "../auth/credentials.js";

/** Returns a token of credentials that need no session: their token comes from a file, a command or a login. */
export async function sessionlessToken(credentials: Credentials): Promise<string> {
  const { token } = await credentials.fetchToken({
    signal: new AbortController().signal,
    clock: systemClock,
    timeoutMs: defaults.timeoutMs,
    random: Math.random,
    session: "",
    tls: undefined,
    api: "",
    exchange: () => Promise.reject(new Error("there is no session that could exchange a token")),
    warn: (message) => process.emitWarning(message),
  });
  return requireToken(token, credentials.description);
}
