import type { RetryOptions } from "../../calls/chain/call-options.js";
import type { Interceptor } from "../../calls/chain/interceptor.js";
import type { ServiceEndpoint } from "../../calls/endpoint/endpoint.js";

/** Options of one client. */
export interface ClientOptions {
  /**
   * Calls the service under another `api_service_name`, `compute`, or at a host, `{ host: "localhost:8080" }` or
   * `{ host: "[::1]:8080" }`, whose port is 443 unless it says another. A service without an endpoint, such as an
   * operation service, needs one, except in a session for a Unix socket that has no `apiDomain`.
   */
  readonly endpoint?: ServiceEndpoint | undefined;
  /** Interceptors of this client, after the session's. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Milliseconds for a request and its retries, after authorization. Streams have none. `false` for no limit. Default: the session's. */
  readonly timeoutMs?: number | false | undefined;
  /** Milliseconds for one attempt. Streams have none. `false` for no limit. Default: the session's. */
  readonly attemptTimeoutMs?: number | false | undefined;
  /** Whether calls wait for a connection, or fail as soon as every address was tried once. Default: the session's. */
  readonly waitForReady?: boolean | undefined;
  /** How to retry; `false` for no retries. Default: the session's. */
  readonly retry?: RetryOptions | false | undefined;
}
