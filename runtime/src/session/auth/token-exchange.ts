import type { Method } from "../../calls/rpc/service.js";
import { readNamed } from "../../messages/table/field-access.js";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken, ExchangeRequest } from "./credentials.js";

/** Types of tokens by their short names (RFC 8693, section 3). */
export const tokenTypes = {
  access_token: "urn:ietf:params:oauth:token-type:access_token",
  id_token: "urn:ietf:params:oauth:token-type:id_token",
  jwt: "urn:ietf:params:oauth:token-type:jwt",
} as const;

/** The fields of an exchange by their names, in gRPC and in a form alike (conventions, section 8.2). */
export function exchangeFields({ subject, actor, audience }: ExchangeRequest): Map<string, string> {
  const fields = new Map([
    ["grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"],
    ["requested_token_type", tokenTypes.access_token],
    ["subject_token", subject.token],
    ["subject_token_type", subject.type],
  ]);
  if (actor) fields.set("actor_token", actor.token).set("actor_token_type", actor.type);
  if (audience !== undefined) fields.set("audience", audience);
  return fields;
}

/** Makes a call without authorization, and gives the response. */
type ExemptCall = (method: Method, request: object) => Promise<unknown>;

/**
 * Exchanges a token by the API's own exchange service. Fields are found by their
 * proto names, so that any API with such a service will do.
 *
 * @throws An Error if the service has no field for what is to be said.
 */
export async function exchangeByGrpc(
  method: Method,
  request: ExchangeRequest,
  call: ExemptCall,
): Promise<AccessToken> {
  const response = await call(method, makeRequest(method, request));
  const token = readNamed(method.response, response, "access_token");
  return {
    token: typeof token === "string" ? token : "",
    expiresInMs: lifetimeMs(readNamed(method.response, response, "expires_in")),
  };
}

function makeRequest(method: Method, request: ExchangeRequest): object {
  const message: { [property: string]: unknown } = {};
  for (const [name, value] of exchangeFields(request)) {
    const field = method.request.byName.get(name);
    // RFC 8693, section 2.1: access tokens are what is given where nobody asks for a type.
    if (!field && name === "requested_token_type") continue;
    if (!field) {
      throw new Error(
        `the token exchange of the API, ${method.path.slice(1)}, has no ${name}; leave it out, or exchange by HTTP, with an authUrl`,
      );
    }
    message[field.local] = field.shape.kind === "list" ? [value] : value;
  }
  return message;
}
