/* Copied by `stratus openapi` from src/rest/runtime/attempt.ts of protoc-gen-stratus. DO NOT EDIT. */
import type * as BodyReader from "./read-body.js";
import type { ClientReason } from "./error-codes.js";
import { CatalogueError } from "./error.js";
import type { HttpRequest } from "./http-request.js";
import type { OperationOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { makeRequestError, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** A response whose body has been read to the end. */
export interface RawResponse {
  readonly response: Response;
  readonly text: string;
  /** The value of a response that is not JSON. */
  readonly data: unknown;
  readonly isCached: boolean;
  /** The number of the attempt that received it, counted from 1. */
  readonly attempt: number;
}

/** The globals that decide whether `fetch` verifies certificates. */
interface Host {
  readonly Deno?: unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** An error of `fetch`. In Node its cause has the reason, which is an AggregateError if all addresses failed. */
interface FetchError {
  readonly message?: string;
  readonly cause?: { readonly code?: string; readonly syscall?: string; readonly errors?: unknown };
}

/** Codes of Node and Bun for errors without a system call that mean that no connection was made. */
const connectCodes: readonly unknown[] = ["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

/** Returns the reason of an error of `fetch`. Only Node and Bun report it. */
function findReason(error: unknown): ClientReason {
  const { cause = error } = (error ?? {}) as FetchError;
  const { code = "", syscall = "", errors } = (cause ?? {}) as NonNullable<FetchError["cause"]>;
  if (/CERT|TLS|SSL|VERIFY/.test(code)) return "TLS_FAILED";
  const isConnect = /^(?:connect|getaddrinfo)$/.test(syscall) || errors !== undefined;
  return isConnect || connectCodes.includes(code) ? "CONNECT_FAILED" : "CONNECTION_LOST";
}

/** The module that reads bodies. It is stored, because a second import takes longer than reading a body. */
let bodyReader: Promise<typeof BodyReader> | undefined;

/**
 * Sends a request once and follows redirects. Throws an error with the code
 * `UNAVAILABLE` if no complete response arrives. Attempts are counted from 1.
 */
export async function sendAttempt(
  settings: Settings,
  { read }: Operation<unknown>,
  request: PreparedRequest,
  options: OperationOptions | undefined,
  attempt: number,
  signal: AbortSignal,
): Promise<RawResponse> {
  const { url, method, body, publicHeaders, callerHeaders } = request;
  const { Deno, process } = globalThis as Host;
  // Deno's `fetch` does not know the variable, and reading one may ask its user for permission.
  const isUnverified = !Deno && process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  const {
    fetch = isUnverified
      ? (await import("./tls-verification.js")).verifyingFetch(settings, request)
      : globalThis.fetch,
  } = settings;
  const cache = method === "GET" && !read ? settings.cache : undefined;
  const cached = cache?.get(url);
  const unavailable = (cause: unknown, clientReason = findReason(cause)): never => {
    if (cause instanceof CatalogueError || signal.aborted) throw cause;
    const attempts = attempt;
    if (cause instanceof RangeError) {
      const details = { attempts, clientReason: "MESSAGE_TOO_LARGE", cause } as const;
      throw makeRequestError(request, "DECODE", cause.message, details);
    }
    const { message, cause: inner } = (cause ?? {}) as FetchError;
    const what = `no complete response from ${settings.baseUrl} (${inner?.code ?? message}); check baseUrl`;
    throw makeRequestError(request, "UNAVAILABLE", what, { attempts, clientReason, cause });
  };
  const loadFailed = (cause: unknown): never => unavailable(cause, "MODULE_LOAD_FAILED");
  const headers = cached ? { ...publicHeaders, "if-none-match": cached.etag } : publicHeaders;
  let sent: HttpRequest = { url, method, headers, body, duplex: "half", redirect: "follow", signal };
  // Headers of the caller may be secrets, which must not follow a redirect to another origin.
  const { sign } = settings;
  if (sign?.isEmpty && !settings.headers && !callerHeaders) await sign(request, sent, fetch);
  const hasPrivateHeaders = settings.headers ?? callerHeaders ?? (sign && !sign.isEmpty);
  // Nor must a body, which `fetch` would send to any host after a 307 or 308.
  const sameOrigin =
    (hasPrivateHeaders ?? body !== null) && (await import("./same-origin.js").catch(loadFailed));
  if (sameOrigin) sent = await sameOrigin.addPrivateHeaders(settings, fetch, request, sent, attempt);
  const maxBytes = options?.maxBodyBytes ?? settings.maxBodyBytes;
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(sent.url, sent);
    if (sameOrigin) response = await sameOrigin.followRedirects(fetch, request, sent, response, attempt);
    if (response.ok) data = await read?.(response, options, maxBytes, request, attempt);
    if (!response.bodyUsed && data === undefined) {
      bodyReader ??= import("./read-body.js");
      text = await (await bodyReader).readBodyText(response, maxBytes);
    }
  } catch (cause) {
    bodyReader = undefined;
    return unavailable(cause);
  }
  return { text, isCached: false, ...cache?.update(url, cached, response, text), response, data, attempt };
}
