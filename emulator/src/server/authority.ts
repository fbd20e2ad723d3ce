import type { Api, ApiService } from "../descriptors/api.js";
import { RefusedCall } from "../errors/refused-call.js";

/** The settings by which calls are matched to endpoints. */
export interface Addressing {
  readonly apiDomain: string;
  /** Whether the server uses TLS, so that an authority without a port means port 443. */
  readonly isTls: boolean;
  /** Whether every service accepts any authority. */
  readonly acceptsAny: boolean;
}

/**
 * Finds the endpoint of a call by its authority. A service is served only at `{api_service_name}.{api_domain}:443` or at its own
 * host, and an operation service at the endpoint of any service (docs/conventions.md, "Addresses"). The port can be omitted over
 * TLS, where 443 is the default (RFC 9110, section 4.2.2), but not in plain text, where the default is 80.
 *
 * @returns the name of the endpoint, or undefined if any authority is accepted
 * @throws UNIMPLEMENTED with the endpoint of the service, like a proxy without such a route
 */
export function findEndpoint(
  api: Api,
  service: ApiService,
  authority: string,
  addressing: Addressing,
): string | undefined {
  // Other clients leave the final dot of an absolute name.
  const relative = authority.replace(/\.(?=:\d*$|$)/, "");
  const called = parseEndpoint(relative, addressing);
  if (service.endpoint !== undefined && called === service.endpoint) return called;
  const host = hostWithoutPort(relative, addressing);
  const isOwn = service.readsOperations
    ? api.defaultHosts.has(host)
    : service.defaultHost?.toLowerCase() === host;
  if (isOwn) return host;
  if (service.readsOperations && called !== undefined && api.endpoints.includes(called)) return called;
  if (addressing.acceptsAny)
    return service.endpoint ?? service.defaultHost?.toLowerCase() ?? known(api, called);
  const { typeName } = service.desc;
  const place = JSON.stringify(authority.slice(0, 300));
  throw new RefusedCall(
    "AUTHORITY_UNKNOWN",
    "UNIMPLEMENTED",
    `${typeName} is not served at ${place}; ${describeAddress(api, service, addressing)}${domainHint(authority, addressing)}`,
  );
}

/** Suggests `--api-domain` to a client that uses another domain. */
function domainHint(authority: string, { apiDomain }: Addressing): string {
  const host = authority.toLowerCase().replace(/:\d*$/, "");
  if (host.endsWith(`.${apiDomain.toLowerCase()}`)) return "";
  return ` (the API domain of this emulator is ${apiDomain}; --api-domain sets another)`;
}

/** Returns the host of an authority without port 443. */
function hostWithoutPort(authority: string, { isTls }: Addressing): string {
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

function describeAddress(
  api: Api,
  { desc, endpoint, defaultHost, readsOperations }: ApiService,
  { apiDomain }: Addressing,
): string {
  if (defaultHost !== undefined && !readsOperations)
    return `it is served at its own host ${withPort(defaultHost)}`;
  if (endpoint !== undefined) return `it is served at ${endpoint}.${apiDomain}:443`;
  if (readsOperations) {
    const all = api.endpoints.map((name) => `${name}.${apiDomain}:443`).join(", ");
    return `read an operation at the endpoint of the service that created it: one of ${all}`;
  }
  return `it has no endpoint: ${desc.name} has no option api_service_name`;
}
