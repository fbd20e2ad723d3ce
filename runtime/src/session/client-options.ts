import type { Interceptor } from "../call/interceptor.js";
import type { ServiceEndpoint } from "../endpoint/endpoint.js";

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
