import type { TokenSource } from "./token-source.js";
import { CallError, explained } from "../error/call-error.js";
import type { Interceptor, OutgoingCall } from "../call/interceptor.js";

/**
 * Sends `Authorization: Bearer` with every call (conventions, section 8.1). When
 * the server refuses the token, it is replaced once and the call repeated once;
 * calls that failed together share the new token. One that is refused as well
 * stays for a few seconds. A call whose requests are
 * streamed is not repeated, but the next one has a new token. A header that the
 * caller set wins.
 */
export function authorization(tokens: TokenSource): Interceptor {
  return (next) => async (call) => {
    if (call.metadata.has("authorization")) return next(call);
    const token = tokens.current() ?? (await tokens.get(call));
    try {
      return await next(withToken(call, token));
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "UNAUTHENTICATED") throw error;
      const keptBecause = tokens.refuse(token);
      if (keptBecause !== undefined) throw explained(error, keptBecause);
      if (call.messages || call.signal?.aborted) throw error;
      const other = tokens.current() ?? (await tokens.get(call));
      // Credentials that only ever give this token have nothing better to offer.
      if (other === token) throw error;
      return next({ ...withToken(call, other), attempt: error.attempts + 1 });
    }
  };
}

function withToken(call: OutgoingCall, token: string): OutgoingCall {
  return { ...call, metadata: call.metadata.with("authorization", `Bearer ${token}`) };
}
