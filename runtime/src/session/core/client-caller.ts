import { Caller } from "../../calls/caller.js";
import type { Endpoint } from "../../calls/endpoint/endpoint.js";
import { requireSwitch } from "../../calls/chain/option-names.js";
import type { Service } from "../../calls/rpc/service.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { variableName } from "./variable-name.js";
import type { ClientOptions } from "./client-options.js";
import type { SessionCore } from "./session-core.js";
import { sessionVersion } from "./session-key.js";

const known: Record<keyof ClientOptions, true> = {
  endpoint: true,
  interceptors: true,
  timeoutMs: true,
  attemptTimeoutMs: true,
  waitForReady: true,
  retry: true,
};

/** Returns the caller of a client, which makes its calls. */
export function clientCaller(
  core: SessionCore,
  version: number,
  service: Service,
  options: ClientOptions,
): Caller {
  if (version !== sessionVersion) {
    throw new OptionsError(
      "VERSION_MISMATCH",
      `the client of ${service.typeName} and its session are of versions of @stratus/runtime that do not fit: ${version} and ${sessionVersion}; install one of them for both`,
    );
  }
  requireKnownNames(options, Object.keys(known), `the client of ${service.typeName}`);
  requireSwitch(options.waitForReady, "waitForReady");
  return new Caller({
    core,
    waitForReady: options.waitForReady,
    next: core.chain(options),
    endpoint: findEndpoint(core, service, options),
  });
}

function missingEndpoint(wiring: SessionWiring, { typeName, isAtSession }: Service): string {
  const variable = variableName(wiring, "ENDPOINT");
  const start = `${typeName} has no endpoint; say where to call it`;
  return isAtSession
    ? `${start}: new ${wiring.session}({ endpoint: "api.example.com:443" }), with insecure: true if the server has no TLS; fromEnv() reads ${variable}, and a page uses baseUrl`
    : `${start}: { endpoint: NAME }, with the name of a service of the API, or { endpoint: { host: "localhost:8080" } }`;
}

function findEndpoint(
  { endpoints, profile, wiring }: SessionCore,
  service: Service,
  options: ClientOptions,
): Endpoint {
  const endpoint = options.endpoint ?? service.endpoint;
  if (endpoint === undefined) {
    const found =
      (service.isAtSession ? endpoints.atSession(service.typeName) : undefined) ?? endpoints.withoutHost;
    if (found) return found;
    throw new OptionsError("OPTION_MISSING", missingEndpoint(wiring, service), {
      option: "endpoint",
    });
  }
  if (typeof endpoint !== "string" && typeof endpoint?.host !== "string") {
    throw new OptionsError(
      "OPTION_INVALID",
      `the endpoint of ${service.typeName} is the name of a service of the API, or a host, { host: "localhost:8080" }`,
      { option: "endpoint" },
    );
  }
  // Credentials of a profile are for its own addresses alone.
  if (profile && typeof options.endpoint === "object")
    throw new OptionsError(
      "OPTION_CONFLICT",
      `the endpoint of ${service.typeName} is a host, and the session is that of profile ${profile.name}, whose credentials go only to its own addresses; open another session for the host`,
      { option: "endpoint" },
    );
  return endpoints.find(endpoint);
}
