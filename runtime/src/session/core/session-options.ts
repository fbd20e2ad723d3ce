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

/** Options of a session. All may be left out, except the API domain if the SDK has no default for it. */
export interface SessionOptions {
  /**
   * Domain of the API; services live at `{api_service_name}.{apiDomain}:443`,
   * except for those with a host of their own. Default: the SDK's.
   */
  readonly apiDomain?: string | undefined;
  /**
   * Who calls: `serviceAccount.fromFile("key.json")`, `staticToken(token)`, ...
   * Default: the token in the environment variable `<SESSION>_TOKEN`, such as
   * `CLOUD_TOKEN`, or the key file that `<SESSION>_SERVICE_ACCOUNT_FILE` names;
   * without either the first call fails.
   */
  readonly credentials?: Credentials | undefined;
  /** Address of every service, instead of its own: `127.0.0.1:8443`. The authority stays the same. */
  readonly endpoint?: string | undefined;
  /** Addresses of single services, by `api_service_name` or own host: `{ compute: "127.0.0.1:8443" }`. */
  readonly endpoints?: { readonly [serviceName: string]: string } | undefined;
  /** Connects to the addresses of `endpoint` and `endpoints` without TLS, for an emulator; to all others with it. Default false. */
  readonly insecure?: boolean | undefined;
  /** Certificates to use instead of Node's own list. */
  readonly tls?: TlsOptions | undefined;
  /** Milliseconds for a request and its retries, after authorization. Streams have none. Default 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for one attempt. Streams have none. Default 20 seconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Milliseconds for a whole call with authorization. Streams have none. Default 15 minutes. */
  readonly overallTimeoutMs?: number | undefined;
  /** Milliseconds until a connection must be established, including TLS and HTTP/2; for streams too. Default 10 seconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** How to retry; `false` for no retries. */
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
  /** Pause between two reads of an operation that is waited for, in milliseconds. Default 1 second; none with a mock. */
  readonly pollIntervalMs?: number | undefined;
  /** Identifies the program to the server: `billing/1.4`. */
  readonly userAgent?: string | undefined;
  /** Largest response, in bytes. Default 64 MiB. */
  readonly maxReceiveBytes?: number | undefined;
  /** Largest request, in bytes. Default: no limit. */
  readonly maxSendBytes?: number | undefined;
  /**
   * Silence of the server under calls after which it is asked for a sign of life, in
   * milliseconds: a ping, which it has 10 seconds to answer. At most three in one
   * silence, and then one in five minutes, since servers end connections for more.
   * `false` for never. Default: what the API asks for, else 20 seconds.
   */
  readonly keepaliveMs?: number | false | undefined;
  /**
   * What the server may send before it is read, in bytes: on each stream, and on a
   * connection. A far server needs as much as is on its way at a time. Default 4 MiB.
   */
  readonly windowBytes?: number | undefined;
  /**
   * The HTTP proxy that opens tunnels to the services: its URL, with a user and a
   * password if it asks for them; or with the certificates to trust for an
   * `https:` proxy; `false` for none. Never used for this machine itself. Default:
   * what the environment says (`https_proxy`, `no_proxy`, ...).
   */
  readonly proxy?: string | ProxyOptions | false | undefined;
  /**
   * The fate of requests that break rules which the API states: `"refuse"` sends none of them, `"warn"` sends them and
   * tells the logger, `"explain"` sends them and has the violations in the error if the server answers
   * `INVALID_ARGUMENT`, `"off"` looks at none. Default: a request without something that is required is refused, and
   * all other rules, which a newer server may have loosened, are explained.
   */
  readonly validate?: Validation | undefined;
  /** Decides rules in CEL, which are explained like all that a newer server may have loosened: `cel` of `@stratus/runtime/cel`. Default: the server alone decides them. */
  readonly cel?: CelChecks | undefined;
  /** Compresses requests. Default `"none"`. */
  readonly compression?: "gzip" | "none" | undefined;
  /**
   * Writes down what the session does: connections, pings, goodbyes of servers, calls, attempts,
   * pauses, logins; without secrets. The lines go to the logger's `debug`, or to standard error
   * if it has none. Default: what the environment variable `<SESSION>_DEBUG` says, such as `CLOUD_DEBUG`,
   * else `STRATUS_DEBUG`, of all sessions: `1` for true.
   */
  readonly debug?: boolean | undefined;
  /** Where warnings go. Default: Node's process warnings. */
  readonly logger?: Logger | undefined;
  /** Time, for tests. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Randomness, a number from 0 up to 1, for tests. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Carries attempts to servers, for tests. Default: gRPC over HTTP/2. */
  readonly transport?: Transport | undefined;
}
