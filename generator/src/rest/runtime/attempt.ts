import { makeUnavailableError, type Attempt, type RawResponse } from "./active-call.js";
import { ApiError } from "./error.js";
import type { FetchError } from "./fetch-error.js";
import type { HttpRequest } from "./http-request.js";
import type { readBodyText } from "./read-body.js";
import { load } from "./request.js";

/** Reads bodies. It is stored, because a second import takes longer than reading a body. */
let bodyReader: Promise<{ readonly readBodyText: typeof readBodyText }> | undefined;

/**
 * Sends a request once and follows redirects. Throws an error with the code
 * `UNAVAILABLE` if no complete response arrives.
 */
export async function sendAttempt(call: Attempt, signal: AbortSignal): Promise<RawResponse> {
  const { settings, options, request, attempt } = call;
  const { url, method, body, publicHeaders, callerHeaders } = request;
  const { Deno, process } = globalThis as { Deno?: unknown; process?: { env?: Record<string, unknown> } };
  // Deno's `fetch` does not know the variable, and reading one may ask its user for permission.
  const isUnverified = !Deno && process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  const {
    fetch = isUnverified ? (await import("./tls-verification.js")).verifyingFetch(call) : globalThis.fetch,
  } = settings;
  let cache = method === "GET" ? settings.cache : undefined;
  // @if readers
  if (call.operation.read) cache = undefined;
  const cached = cache?.get(url);
  const headers = cached ? { ...publicHeaders, "if-none-match": cached.etag } : publicHeaders;
  let sent: HttpRequest = { url, method, headers, body, duplex: "half", redirect: "follow", signal };
  // Headers of the caller may be secrets, which must not follow a redirect to another origin.
  // Nor must a body, which `fetch` would send to any host after a 307 or 308.
  const isPrivate = (settings.headers ?? callerHeaders ?? settings.sign ?? body) !== null;
  const sameOrigin = isPrivate && (await load(import("./same-origin.js")));
  if (sameOrigin) sent = await sameOrigin.addPrivateHeaders(call, fetch, sent);
  const maxBytes = options?.maxBodyBytes ?? settings.maxBodyBytes;
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(sent.url, sent);
    if (sameOrigin) response = await sameOrigin.followRedirects(call, fetch, sent, response);
    // @if readers
    if (response.ok) data = await call.operation.read?.(response, options, maxBytes, request, attempt);
    if (!response.bodyUsed && data === undefined) {
      bodyReader ??= load(import("./read-body.js"));
      text = await (await bodyReader).readBodyText(response, maxBytes);
    }
  } catch (cause) {
    bodyReader = undefined;
    if (cause instanceof ApiError || signal.aborted) throw cause;
    const { code, cause: reason = code } = (cause ?? {}) as FetchError;
    // Browsers report no reason, and may have no connection to load the module.
    if (reason === undefined && !(cause instanceof RangeError))
      throw makeUnavailableError(call, cause, "CONNECTION_LOST");
    throw (await import("./fetch-error.js")).makeFetchError(call, cause);
  }
  return { text, isCached: false, ...cache?.update(url, cached, response, text), response, data, attempt };
}
