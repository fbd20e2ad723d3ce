import type { Api, ApiService } from "../descriptors/api.js";
import { RefusedCall } from "../errors/refused-call.js";

/** How strictly calls are matched to endpoints. */
export interface Addressing {
  readonly apiDomain: string;
  /** The server speaks TLS: an authority without a port means 443. */
  readonly isTls: boolean;
  /** Every service answers under any authority. */
  readonly acceptsAny: boolean;
}

/**
 * Finds the endpoint that a call was made to, by its authority. A service
 * answers only at `{api_service_name}.{api_domain}:443`, an operation service
 * at the endpoint of any service (docs/conventions.md, "Addresses"). A service that has another host answers there. Over TLS the port may be
 * left out, being the default of https (RFC 9110, section 4.2.2); in plain
 * text it may not, where the default would be 80.
 *
 * @returns the name of the endpoint; undefined where any authority will do
 * @throws UNIMPLEMENTED, as a proxy answers that knows no such route; it says
 *   where the service lives
 */
export function findEndpoint(
  api: Api,
  service: ApiService,
  authority: string,
  addressing: Addressing,
): string | undefined {
  const called = parseEndpoint(authority, addressing);
  if (service.endpoint !== undefined && called === service.endpoint) return called;
  const host = ownHostOf(authority, addressing);
  const isOwn = service.readsOperations ? api.ownHosts.has(host) : service.ownHost?.toLowerCase() === host;
  if (isOwn) return host;
  if (service.readsOperations && called !== undefined && api.endpoints.includes(called)) return called;
  if (addressing.acceptsAny) return service.endpoint ?? service.ownHost?.toLowerCase() ?? known(api, called);
  const { typeName } = service.desc;
  const place = JSON.stringify(authority.slice(0, 300));
  throw new RefusedCall(
    "AUTHORITY_UNKNOWN",
    "UNIMPLEMENTED",
    `${typeName} is not served at ${place}; ${home(api, service, addressing)}${domainHint(authority, addressing)}`,
  );
}

/** Suggests `--api-domain` to a caller that uses another domain. */
function domainHint(authority: string, { apiDomain }: Addressing): string {
  const host = authority.toLowerCase().replace(/:\d*$/, "");
  if (host.endsWith(`.${apiDomain.toLowerCase()}`)) return "";
  return ` (the API domain of this emulator is ${apiDomain}; --api-domain sets another)`;
}

/** The host of an authority, without the port of TLS. */
function ownHostOf(authority: string, { isTls }: Addressing): string {
  const lower = authority.toLowerCase();
  if (lower.endsWith(":443")) return lower.slice(0, -":443".length);
  return isTls || lower.includes(":") ? lower : "";
}

function withPort(host: string): string {
  return host.includes(":") ? host : `${host}:443`;
}

function known(api: Api, endpoint: string | undefined): string | undefined {
  return endpoint !== undefined && api.endpoints.includes(endpoint) ? endpoint : undefined;
}

function parseEndpoint(authority: string, { apiDomain, isTls }: Addressing): string | undefined {
  const lower = authority.toLowerCase();
  const host = lower.endsWith(":443")
    ? lower.slice(0, -":443".length)
    : isTls && !lower.includes(":")
      ? lower
      : "";
  const suffix = `.${apiDomain.toLowerCase()}`;
  return host.endsWith(suffix) ? host.slice(0, -suffix.length) : undefined;
}

function home(
  api: Api,
  { desc, endpoint, ownHost, readsOperations }: ApiService,
  { apiDomain }: Addressing,
): string {
  if (ownHost !== undefined && !readsOperations) return `it is served at its own host ${withPort(ownHost)}`;
  if (endpoint !== undefined) return `it is served at ${endpoint}.${apiDomain}:443`;
  if (readsOperations) {
    const all = api.endpoints.map((name) => `${name}.${apiDomain}:443`).join(", ");
    return `an operation is read at the endpoint of the service that made it: one of ${all}`;
  }
  return `it has no endpoint: ${desc.name} has no option api_service_name`;
}
