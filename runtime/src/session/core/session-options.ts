import type { Credentials } from "../auth/credentials.js";
import type { CelChecks } from "../../messages/check/cel-checks.js";
import type { Validation } from "../../calls/chain/validation.js";
import type { Hooks } from "../../calls/chain/hooks.js";
import type { Interceptor } from "../../calls/chain/interceptor.js";
import type { RetryOptions } from "../../calls/chain/call-options.js";
import type { Clock } from "../../base/time/clock.js";
import type { ProxyOptions } from "../../network/transport/proxy-options.js";
import type { TlsOptions } from "../../network/transport/tls-options.js";
import type { Transport } from "../../network/transport/transport.js";
import type { Logger } from "../../calls/chain/logger.js";

/** The address of a Unix socket: a path, or on Linux the name of an abstract socket. */
export type UnixSocketAddress = `unix:${string}` | `unix-abstract:${string}`;

/**
 * Options of a session whose services are behind Unix sockets. It needs no `apiDomain`: without one, the authority of a
 * service is `localhost`.
 */
export type UnixSocketOptions = SessionOptions &
  (
    | { readonly endpoint: UnixSocketAddress }
    | { readonly endpoints: { readonly [serviceName: string]: UnixSocketAddress } }
  );

/** Options of a session. All may be left out, except the API domain if the SDK has no default for it. */
export interface SessionOptions {
  /**
   * Domain of the API. The authority of a service is `{api_service_name}.{apiDomain}:443` unless the service has
   * its own host. A final dot makes names absolute, such as `svc.cluster.local.`. Default: the SDK's.
   */
  readonly apiDomain?: string | undefined;
  /**
   * The credentials: `serviceAccount.fromFile("key.json")`, `staticToken(token)`, and others. Default: those of the
   * environment, such as the token in `CLOUD_TOKEN` of a session `Cloud` (docs/reference/environment.md). Without any, the
   * first call fails; plain gRPC then sends none.
   */
  readonly credentials?: Credentials | undefined;
  /**
   * The address of all services, such as `127.0.0.1:8443`, `dns:///localhost:8443`, or a Unix socket:
   * `unix:/run/acme.sock`, on Linux also `unix-abstract:acme`. It replaces their own addresses and leaves the
   * authority.
   */
  readonly endpoint?: string | undefined;
  /** Addresses of single services, by `api_service_name` or host: `{ compute: "127.0.0.1:8443" }`. */
  readonly endpoints?: { readonly [serviceName: string]: string } | undefined;
  /** Connects without TLS to the addresses of `endpoint` and `endpoints`, for an emulator. Default: false. */
  readonly insecure?: boolean | undefined;
  /** Certificates that replace Node's root certificates. */
  readonly tls?: TlsOptions | undefined;
  /**
   * Time limit of a request with its retries, after authorization, in milliseconds; `false` for no limit. Streams have
   * none. Default: 60 s.
   */
  readonly timeoutMs?: number | false | undefined;
  /** Time limit of one attempt, in milliseconds; `false` for no limit. Streams have none. Default: 20 s. */
  readonly attemptTimeoutMs?: number | false | undefined;
  /**
   * Time limit of a whole call with authorization, in milliseconds; `false` for no limit. Streams have none. A call
   * without this limit and without `timeoutMs` has at most five attempts. Default: 15 min.
   */
  readonly overallTimeoutMs?: number | false | undefined;
  /**
   * Time limit for connecting, including TLS and HTTP/2, in milliseconds. It applies to streams too. Default: 10 s.
   */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Whether calls wait for a connection ("Wait for Ready" of gRPC). If `true`, the client retries to connect until the
   * deadline of the call. If `false`, a call fails with `clientReason` `CONNECT_FAILED` as soon as every address of the
   * server was tried once. Until the next attempt to connect is due, calls fail at once with the last failure. The same
   * holds for a login. Over `fetch`, only a platform without a network counts as such a failure, since `fetch` does not
   * report whether it connected. Default: `true`; gRPC's default is `false`.
   */
  readonly waitForReady?: boolean | undefined;
  /** The retry policy; `false` for no retries. */
  readonly retry?: RetryOptions | false | undefined;
  /** Interceptors of the program, outermost first. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Called on calls, attempts, retries and tokens; several are called in their order. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /**
   * Parent of requests that name none: `parent_id` of List and GetByName, and
   * `metadata.parent_id` of requests that create something. Default: none.
   */
  readonly parentId?: string | undefined;
  /**
   * Fixed delay between two polls of a long-running operation, in milliseconds. Default: a tenth of the time since the
   * wait began, from 1 s to 30 s, with 10 % jitter; none with a mock.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Identifies the program to the server: `billing/1.4`. */
  readonly userAgent?: string | undefined;
  /** Maximum size of a response, in bytes (gRPC: `max_receive_message_length`). Default: 64 MiB. */
  readonly maxReceiveBytes?: number | undefined;
  /** Maximum size of a request, in bytes (gRPC: `max_send_message_length`). Default: no limit. */
  readonly maxSendBytes?: number | undefined;
  /**
   * How long a connection with active calls may be idle before the client sends a keepalive ping, in milliseconds
   * (gRPC: `keepalive_time_ms`). The server has 10 s to acknowledge it. While nothing arrives, the client sends at
   * most three pings and then one every five minutes, since servers close connections that send more. `false`
   * disables keepalive. Default: what the API asks for, else 20 s.
   */
  readonly keepaliveMs?: number | false | undefined;
  /**
   * How old a connection may become, in milliseconds, more or less a tenth. Then its active calls finish, and the next
   * call resolves the name of the server again, so that servers that were added get calls too. `false` for no limit.
   * Default: `false`; a name is resolved again when a connection is lost.
   */
  readonly maxConnectionAgeMs?: number | false | undefined;
  /**
   * The flow-control window of each stream and each connection, in bytes. A fixed window does not grow. Default: 4 MiB,
   * which grows with the measured bandwidth up to 16 MiB.
   */
  readonly windowBytes?: number | undefined;
  /**
   * The HTTP proxy: its URL, with user and password; `{ url, ca }` for an `https:` proxy with its own certificates;
   * or `false` for none. Loopback addresses and Unix sockets never
   * use it. Default: the environment (`https_proxy`, `no_proxy`, ...).
   */
  readonly proxy?: string | ProxyOptions | false | undefined;
  /**
   * Decides about requests that violate the API's validation rules:
   *
   * - `"refuse"` rejects them before they are sent;
   * - `"warn"` sends them and logs a warning;
   * - `"explain"` sends them and adds the violations to the error if the server answers `INVALID_ARGUMENT`;
   * - `"off"` does not validate.
   *
   * Default: a request without a required field is rejected. Other violations are explained, because a newer server
   * may have loosened the rules.
   */
  readonly validate?: Validation | undefined;
  /**
   * Validates rules in CEL: `cel` of `@stratus/runtime/cel`. Violations are explained. Default: only the server
   * validates them.
   */
  readonly cel?: CelChecks | undefined;
  /**
   * Separates the cache entries of this session from those of other logins: `@stratus/query` puts it into every key. Use
   * the ID of the user or the organization, never a token, because keys are shown. Servers that serve several users need
   * it. Default: none.
   */
  readonly cacheScope?: string | undefined;
  /** Compression of requests. Default: `"none"`. */
  readonly compression?: "gzip" | "none" | undefined;
  /**
   * Logs what the session does: connections, pings, GOAWAY frames, calls, attempts, delays and logins, without
   * secrets. The lines go to the logger's `debug`, or to standard error. Default: the environment variable
   * `<SESSION>_DEBUG`, such as `CLOUD_DEBUG`, or `STRATUS_DEBUG` for all sessions; `1` enables it.
   */
  readonly debug?: boolean | undefined;
  /** Receives warnings. Default: Node's process warnings. */
  readonly logger?: Logger | undefined;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Randomness, a number from 0 up to 1, for tests. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /**
   * Makes the attempts of calls. Options about connections, TLS and sizes have no effect on it. Default: gRPC over
   * HTTP/2.
   */
  readonly transport?: Transport | undefined;
}
