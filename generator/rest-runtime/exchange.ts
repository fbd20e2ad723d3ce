import { ApiError } from "./error.js";
import { headersOf } from "./headers.js";
import type { Hop } from "./hop.js";
import { failureOf, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** What an attempt brought back, its body read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
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
  request: PreparedRequest,
  attempts: number,
  signal: AbortSignal,
): Promise<Reply> {
  const { url, method, body, openHeaders, ownHeaders } = request;
  const cache = method === "GET" ? settings.cache : undefined;
  const kept = cache?.get(url);
  // Headers that a caller gave may be secrets; then redirects are followed with care.
  const isGuarded = settings.headers !== undefined || ownHeaders !== undefined;
  let headers = isGuarded ? await headersOf(settings, request, attempts, signal) : openHeaders;
  if (kept) headers = { ...headers, "if-none-match": kept.etag };
  const { fetch = globalThis.fetch } = settings;
  const hop: Hop = { method, headers, body, redirect: isGuarded ? "manual" : "follow", signal };
  try {
    let response = await fetch(url, hop);
    if (isGuarded && (response.type === "opaqueredirect" || response.headers.has("location"))) {
      const { follow } = await import("./redirect.js");
      response = await follow(fetch, request, hop, response, attempts);
    }
    const sent = await response.text();
    const { text, isCached } = cache?.settle(url, kept, response, sent) ?? { text: sent, isCached: false };
    return { response, text, isCached, attempts };
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    // What went wrong stands in the cause of the error that `fetch` throws, in Node.
    const error = cause as { message?: string; cause?: { code?: string } } | undefined;
    const what = `no complete answer from ${settings.baseUrl} (${error?.cause?.code ?? error?.message}); check baseUrl`;
    throw failureOf(request, "CONNECTION", what, { attempts, cause });
  }
}
