import { ApiError } from "./error.js";
import { headersOf } from "./headers.js";
import type { Hop } from "./hop.js";
import type { SentOptions, Operation } from "./operation.js";
import { failureOf, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** What an attempt brought back, its body read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
  /** What an answer that is not JSON holds. */
  readonly data: unknown;
  readonly isCached: boolean;
  /** The attempt that brought it, counted from 1. */
  readonly attempts: number;
}

/**
 * Sends a request once, with redirects; a failure to do so is a `CONNECTION`
 * error. Attempts are counted from 1.
 */
export async function exchange(
  settings: Settings,
  { read }: Operation<unknown>,
  request: PreparedRequest,
  options: SentOptions | undefined,
  attempts: number,
  signal: AbortSignal,
): Promise<Reply> {
  const { url, method, body, openHeaders, ownHeaders } = request;
  const { fetch = globalThis.fetch, sign } = settings;
  const cache = method === "GET" && !read ? settings.cache : undefined;
  const kept = cache?.get(url);
  // Headers that a caller gave may be secrets; then redirects are followed with care.
  const isGuarded = settings.headers ?? ownHeaders ?? sign;
  let headers = isGuarded ? await headersOf(settings, request, attempts, signal) : openHeaders;
  if (kept) headers = { ...headers, "if-none-match": kept.etag };
  const redirect = isGuarded ? "manual" : "follow";
  let hop: Hop = { url, method, headers, body, duplex: "half", redirect, signal };
  if (sign) hop = await sign(request, hop, fetch);
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(hop.url, hop);
    if (isGuarded && (response.type === "opaqueredirect" || response.headers.has("location"))) {
      const { follow } = await import("./redirect.js");
      response = await follow(fetch, request, hop, response, attempts);
    }
    if (response.ok) data = await read?.(response, options);
    if (!response.bodyUsed && data === undefined) text = await response.text();
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    // What went wrong stands in the cause of the error that `fetch` throws, in Node.
    const error = cause as { message?: string; cause?: { code?: string } } | undefined;
    const what = `no complete answer from ${settings.baseUrl} (${error?.cause?.code ?? error?.message}); check baseUrl`;
    throw failureOf(request, "CONNECTION", what, { attempts, cause });
  }
  return { text, isCached: false, ...cache?.settle(url, kept, response, text), response, data, attempts };
}
