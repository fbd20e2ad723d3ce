import type { Interceptor } from "../call/interceptor.js";
import { OptionsError } from "../text/options-error.js";
import type { ServiceEndpoint } from "../endpoint/endpoint.js";
import { coreKey, type Session } from "./session.js";
import { Caller } from "../client/caller.js";
import type { Service } from "../rpc/service.js";

/** Options of one client. */
export interface ClientOptions {
  /**
   * Calls the service under another `api_service_name`, `compute`, or at a host, `{ host: "localhost:8080" }`, whose
   * port is 443 unless it says another. A service that has no endpoint of its own, such as an operation service, needs
   * one.
   */
  readonly endpoint?: ServiceEndpoint | undefined;
  /** Interceptors of this client, after the session's. */
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/**
 * What a generated client makes its calls with.
 *
 * @throws An OptionsError where the endpoint is missing, or neither a name nor a host.
 */
export function connect(session: Session, service: Service, options: ClientOptions = {}): Caller {
  const core = session?.[coreKey];
  if (core === undefined) {
    throw new OptionsError(`the client of ${service.typeName} needs a session: new Client(session)`);
  }
  const endpoint = options.endpoint ?? service.endpoint;
  if (endpoint === undefined) {
    throw new OptionsError(
      `${service.typeName} has no endpoint of its own; say where to call it: { endpoint: "compute" } or { endpoint: { host: "localhost:8080" } }`,
    );
  }
  if (typeof endpoint !== "string" && typeof endpoint?.host !== "string") {
    throw new OptionsError(
      `the endpoint of ${service.typeName} is a name, "compute", or a host, { host: "localhost:8080" }`,
    );
  }
  return new Caller({
    core,
    next: core.chain(options.interceptors),
    endpoint: core.endpoints.find(endpoint),
  });
}
