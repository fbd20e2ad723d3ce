import { nameProfile } from "./profile-error.js";
import type { TokenSource } from "./token-source.js";
import { CallError, explained } from "../../calls/error/call-error.js";
import { withMetadata } from "../../calls/chain/call-copy.js";
import type { Interceptor, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import { Metadata, type MetadataInit } from "../../calls/rpc/metadata.js";

function headerOf(token: string, more: MetadataInit | undefined): Metadata {
  return Metadata.from(more).with("authorization", `Bearer ${token}`);
}

/**
 * Sends `Authorization: Bearer` with every call (conventions, section 8.1). When
 * the server refuses the token, it is replaced once and the call repeated once;
 * calls that failed together share the new token. One that is refused as well
 * stays for a few seconds. A call whose requests are
 * streamed is not repeated, but the next one has a new token. A header that the
 * caller set wins.
 */
export function authorization(tokens: TokenSource): Interceptor {
  let last: { readonly token: string; readonly header: Metadata } | undefined;
  const withToken = (call: OutgoingCall, token: string): OutgoingCall => {
    if (last?.token !== token) last = { token, header: headerOf(token, tokens.metadataOf(token)) };
    return withMetadata(call, call.metadata.withAll(last.header));
  };
  return (next) => {
    const send = (call: OutgoingCall, token: string): Promise<IncomingResponse> =>
      next(withToken(call, token)).catch((error: unknown) =>
        sendAgain(call, token, error).catch((last: unknown) => {
          throw nameProfile(last, tokens.profile);
        }),
      );
    const sendAgain = async (
      call: OutgoingCall,
      token: string,
      error: unknown,
    ): Promise<IncomingResponse> => {
      if (!(error instanceof CallError) || error.code !== "UNAUTHENTICATED") throw error;
      const keptBecause = tokens.refuse(token);
      if (keptBecause !== undefined) throw explained(error, keptBecause);
      if (call.messages || call.signal?.aborted) throw error;
      const other = tokens.current() ?? (await tokens.get(call));
      // Credentials that only ever give this token have nothing better to offer.
      if (other === token) throw error;
      // The refusal of a token is certain; whether an attempt before it was carried out is not.
      const mayHaveReachedServer = call.mayHaveReachedServer || error.earlierMayHaveReachedServer;
      return await next({ ...withToken(call, other), attempt: error.attempts + 1, mayHaveReachedServer });
    };
    return (call) => {
      if (call.metadata.has("authorization")) return next(call);
      const token = tokens.current();
      return token === undefined ? tokens.get(call).then((got) => send(call, got)) : send(call, token);
    };
  };
}
