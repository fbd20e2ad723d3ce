import type { Interceptor } from "../call/interceptor.js";
import { OptionsError } from "../text/options-error.js";
import { coreKey, type Session } from "./session.js";
import { Caller } from "../client/caller.js";
import type { Service } from "../rpc/service.js";

/** Options of one client. */
export interface ClientOptions {
  /** Calls the service under another `api_service_name`: `compute`. An operation service needs one. */
  readonly endpoint?: string | undefined;
  /** Interceptors of this client, after the session's. */
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/**
 * What a generated client makes its calls with.
 *
 * @throws An OptionsError where the endpoint is missing or no name.
 */
export function connect(session: Session, service: Service, options: ClientOptions = {}): Caller {
  const core = session?.[coreKey];
  if (core === undefined) {
    throw new OptionsError(`the client of ${service.typeName} needs a session: new Client(session)`);
  }
  const endpoint = options.endpoint ?? service.endpoint;
  if (endpoint === undefined) {
    throw new OptionsError(
      `${service.typeName} has no endpoint of its own; say whose operations to read: { endpoint: "compute" }`,
    );
  }
  return new Caller({
    core,
    next: core.chain(options.interceptors),
    endpoint: core.endpoints.find(endpoint),
  });
}
