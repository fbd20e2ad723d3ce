import type { Method } from "../rpc/service.js";
import type { MessageTable } from "../table/table.js";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken } from "./credentials.js";

/** Constants of the exchange (conventions, section 8.2; RFC 8693). */
export const exchangeTypes = {
  grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
  requestedTokenType: "urn:ietf:params:oauth:token-type:access_token",
  subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
} as const;

/** Makes a call without authorization, and gives the response. */
export type ExemptCall = (method: Method, request: object, signal: AbortSignal) => Promise<unknown>;

/**
 * Exchanges a JWT by the API's own exchange service. Fields are found by their
 * proto names, so that any API with such a service will do.
 */
export async function exchangeByGrpc(
  method: Method,
  jwt: string,
  { call, signal }: { readonly call: ExemptCall; readonly signal: AbortSignal },
): Promise<AccessToken> {
  const table = method.request;
  const request = {
    [propertyOf(table, "grant_type")]: exchangeTypes.grantType,
    [propertyOf(table, "requested_token_type")]: exchangeTypes.requestedTokenType,
    [propertyOf(table, "subject_token")]: jwt,
    [propertyOf(table, "subject_token_type")]: exchangeTypes.subjectTokenType,
  };
  const response = await call(method, request, signal);
  const token = valueOf(method.response, response, "access_token");
  return {
    token: typeof token === "string" ? token : "",
    expiresInMs: lifetimeMs(valueOf(method.response, response, "expires_in")),
  };
}

function propertyOf(table: MessageTable, name: string): string {
  return table.byName.get(name)?.local ?? name;
}

function valueOf(table: MessageTable, message: unknown, name: string): unknown {
  const property = propertyOf(table, name);
  if (typeof message !== "object" || message === null) return undefined;
  return Object.entries(message).find(([key]) => key === property)?.[1];
}
