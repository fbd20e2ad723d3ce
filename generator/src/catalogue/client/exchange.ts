import { ApiError } from "./error.js";
import { headersOf } from "./headers.js";
import type { PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/** One attempt under way. */
export interface Attempt {
  /** Counted from 1. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** Called when the headers are here and the body is not. */
  readonly onHeaders: () => void;
}

/** What an attempt brought back, its body read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
  readonly isCached: boolean;
}

/** Sends a request once, with redirects; a failure to do so is a `CONNECTION` error. */
export async function exchange(
  settings: Settings,
  request: PreparedRequest,
  attempt: Attempt,
): Promise<Reply> {
  const { url, method } = request;
  const cache = method === "GET" ? settings.cache : undefined;
  const kept = cache?.get(url);
  const { headers, isGuarded } = await headersOf(settings, request, attempt);
  if (kept) headers.set("if-none-match", kept.etag);
  const { fetch = globalThis.fetch } = settings;
  const hop: Hop = {
    method,
    headers,
    body: request.body ?? null,
    redirect: isGuarded ? "manual" : "follow",
    signal: attempt.signal,
  };
  try {
    let response = await fetch(url, hop);
    if (isGuarded && (response.type === "opaqueredirect" || response.headers.has("location"))) {
      const { follow } = await import("./redirect.js");
      response = await follow(fetch, request, hop, response, attempt.number);
    }
    attempt.onHeaders();
    const text = await response.text();
    return { response, ...(cache?.settle(url, kept, response, text) ?? { text, isCached: false }) };
  } catch (cause) {
    if (cause instanceof ApiError || attempt.signal.aborted) throw cause;
    throw connectionError(request, attempt.number, cause);
  }
}

/** A request to one address. */
export interface Hop {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly redirect: "manual" | "follow";
  readonly signal: AbortSignal;
}

function connectionError(
  { operation, request, url }: PreparedRequest,
  attempts: number,
  cause: unknown,
): ApiError {
  // What went wrong stands in the cause of the error that `fetch` throws, in Node.
  const error = cause as
    | { readonly message?: string; readonly cause?: { readonly code?: string } }
    | null
    | undefined;
  const what = `no complete answer from ${new URL(url).origin} (${error?.cause?.code ?? error?.message})`;
  return new ApiError("CONNECTION", `${what}. Check baseUrl and the network`, {
    operation,
    request,
    attempts,
    cause,
  });
}
