import type { ResponseCache } from "./cache.js";
import type { RequestChecks, RetryOptions } from "./call-options.js";
import type { Issue } from "./error.js";
import type { Hooks } from "./hooks.js";
import type { HttpRequest } from "./http-request.js";
import type { PreparedRequest } from "./request.js";

/** The request for which the function `headers` returns headers. */
export interface RequestContext {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Aborted when the attempt ends early. */
  readonly signal: AbortSignal;
}

type HeaderValues = Headers | Readonly<Record<string, string>>;

/** Headers for every request, or a function that returns them for each attempt. */
export type HeadersSource =
  | HeaderValues
  | ((context: RequestContext) => HeaderValues | Promise<HeaderValues>);

/** A difference between a response, or an argument, and the API's description. */
export interface DriftEvent extends Issue {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  /** The difference is in an argument of the call, not in the response; `path` is the name of the parameter. */
  readonly isRequest?: true;
}

/** A response of the server that may mean that a resource does not exist. */
export interface PossibleNotFound {
  readonly operation: string;
  readonly status: number;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

/** Options of a client. */
export interface ClientOptions {
  /** The absolute URL of the API, without query: `https://api.example.com` or `https://example.com/api/`. */
  readonly baseUrl: string | URL;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Allows `https:` with `NODE_TLS_REJECT_UNAUTHORIZED=0`; else such calls throw, unless `fetch` is given. */
  readonly allowUnverifiedTls?: boolean | undefined;
  /** Headers of each request, such as `authorization`. A redirect to another origin does not send them. */
  readonly headers?: HeadersSource | undefined;
  /** The limit of a call with its attempts and pauses, in milliseconds. Default 60,000; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** The limit of an attempt until its body is read, in milliseconds. Default 20,000; `Infinity` for none. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The retry policy; `false` sends each request once. */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The maximum size of a response in bytes, after decompression; a larger one throws `DECODE`. Default: 64 MB
   * (67,108,864) for JSON, text and each line of a stream, and no limit for a Blob.
   */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum length of the body that an error contains, in characters. Default 1,000,000; 0 for none. */
  readonly maxErrorBody?: number | undefined;
  /**
   * How responses are compared with the description. `"report"` (default) returns a differing one as received and
   * calls `onDrift` once per operation and path. `"strict"` throws `VALIDATION`. `"off"` compares nothing.
   */
  readonly validate?: "report" | "strict" | "off" | undefined;
  /**
   * How arguments are checked. `"default"` refuses a missing one and a wrong JSON type, and reports violations of
   * `enum`, `pattern`, `multipleOf` and bounds to `onDrift`. `"strict"` refuses every violation, `"report"` reports
   * every one, and `"off"` checks nothing. An argument that cannot be sent is always refused.
   */
  readonly validateRequests?: RequestChecks | undefined;
  /** Receives differences from the description. Errors that it throws are ignored. Default: `console.warn`. */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** Whether a resource does not exist by its response, besides 404, 410 and those marked with `x-not-found`. */
  readonly isNotFound?: ((response: PossibleNotFound) => boolean) | undefined;
  /** Separates the entries of `@stratus/query` by login: the ID of a user, never a token, because keys are shown. */
  readonly cacheScope?: string | undefined;
  /** A cache such as `etagCache()`, which saves the transfer of unchanged bodies. Default: none. */
  readonly cache?: ResponseCache | undefined;
  /** Returns a number from 0 to 1, for the pauses between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Hooks, such as `openTelemetryHooks()`, that receive events of calls, attempts and retries. Default: none. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Adds credentials to each attempt. If the API describes its credentials, use the option `auth` instead. */
  readonly sign?: Signer | undefined;
}

/** Returns a request with credentials. The option `auth` makes it if the API describes its credentials. */
export interface Signer {
  (
    request: PreparedRequest,
    sent: HttpRequest,
    fetch: typeof globalThis.fetch,
  ): HttpRequest | Promise<HttpRequest>;
  /** It has no credential, and only checks whether the operation needs one. */
  readonly isEmpty?: boolean;
}
