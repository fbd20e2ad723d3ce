/* Copied by `stratus openapi` from src/rest/runtime/options.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { ResponseCache } from "./cache.js";
import type { RetryOptions } from "./call-options.js";
import type { Issue } from "./error.js";
import type { Hooks } from "./hooks.js";
import type { Hop } from "./hop.js";
import type { PreparedRequest } from "./request.js";

/** What the `headers` hook is told about the request it gives headers for. */
export interface RequestContext {
  /** `pets.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** Aborted when the attempt is given up. */
  readonly signal: AbortSignal;
}

type HeaderValues = Headers | Readonly<Record<string, string>>;

/** Headers for every request, or a function that gives them for each attempt. */
export type HeadersSource =
  | HeaderValues
  | ((context: RequestContext) => HeaderValues | Promise<HeaderValues>);

/** An answer that differs from the API's description. */
export interface DriftEvent extends Issue {
  /** The operation whose answer it was: `pets.get`. */
  readonly operation: string;
}

/** A success as the server sent it. */
export interface PossibleMiss {
  readonly operation: string;
  readonly status: number;
  /** The decoded body; undefined where there is none or it is not JSON. */
  readonly body: unknown;
}

/** Options of a client. */
export interface ClientOptions {
  /** `https://api.example.com` or `https://example.com/api/`; absolute, no query. */
  readonly baseUrl: string | URL;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Calls `https:` also if the variable `NODE_TLS_REJECT_UNAUTHORIZED=0` has switched off the verification of
   * certificates; such a call is refused otherwise. With a `fetch` that is given nothing is refused. Default false.
   */
  readonly allowUnverifiedTls?: boolean | undefined;
  /** For authorization and the like; never sent to another origin on a redirect. */
  readonly headers?: HeadersSource | undefined;
  /** For a call with all its attempts and waits. Default 60,000; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** For one attempt, headers and body. Default 20,000; `Infinity` for none. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * When and how often a failed request is sent again; `false` for never. It never
   * makes a method repeatable: POST and PATCH are sent once, unless the API promises
   * idempotency keys or the call itself says `retry: { maxAttempts }`.
   */
  readonly retry?: RetryOptions | false | undefined;
  /**
   * The most bytes of an answer, after decompression, in each attempt. Default:
   * 64 MB (67,108,864) of what is parsed (JSON, text, a line of a stream), and no
   * bound for a Blob. A longer answer is an error with the code `DECODE`.
   */
  readonly maxBodyBytes?: number | undefined;
  /** The longest body that an error keeps, in characters. Default 1,000,000; 0 for none. */
  readonly maxErrorBody?: number | undefined;
  /**
   * What to do about an answer that differs from the description. `"report"`
   * (default): give it as received, and call `onDrift` once per operation and
   * path. `"strict"`: throw, with the paths. `"off"`: do not look.
   */
  readonly validate?: "report" | "strict" | "off" | undefined;
  /** Default: one line per event by `console.warn`. What it throws is ignored. */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  /** Says of an answer to `get` or `find` that it means "no such resource", beside those known to. */
  readonly isMiss?: ((answer: PossibleMiss) => boolean) | undefined;
  /** `etagCache()` saves the transfer of bodies that have not changed. */
  readonly cache?: ResponseCache | undefined;
  /** From 0 to 1, for the waits between attempts. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Told about calls, attempts and retries, such as `openTelemetryHooks()`; one object or a list. Default: none. */
  readonly hooks?: Hooks | readonly Hooks[] | undefined;
  /** Adds credentials to each attempt. A package whose API describes them has the option `auth` for it. */
  readonly sign?: Signer | undefined;
}

/** Adds what says who asks to an attempt; made of the option `auth` where an API describes its credentials. */
export type Signer = (
  request: PreparedRequest,
  hop: Hop,
  fetch: typeof globalThis.fetch,
) => Hop | Promise<Hop>;
