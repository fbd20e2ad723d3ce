/* Copied by `stratus openapi` from src/rest/runtime/exchange.ts of protoc-gen-stratus. DO NOT EDIT. */
import type * as Bounded from "./bounded.js";
import { CatalogueError } from "./error.js";
import type { Hop } from "./hop.js";
import type { SentOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { makeFailure, type PreparedRequest } from "./request.js";
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

/** The part of a runtime that says whether its `fetch` verifies certificates. */
interface Host {
  readonly Deno?: unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** The reader of bodies, kept since a second import takes longer than a body; without a connection it cannot be loaded. */
let bounded: Promise<typeof Bounded> | undefined;

/**
 * Sends a request once, with redirects; a failure to do so is a `UNAVAILABLE`
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
  const { Deno, process } = globalThis as Host;
  // Deno's `fetch` does not know the variable, and reading one may ask its user for permission.
  const isUnverified = !Deno && process?.env?.["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  const {
    fetch = isUnverified ? (await import("./trust.js")).fetchOf(settings, request) : globalThis.fetch,
  } = settings;
  const cache = method === "GET" && !read ? settings.cache : undefined;
  const kept = cache?.get(url);
  const unavailable = (cause: unknown): never => {
    if (cause instanceof CatalogueError || signal.aborted) throw cause;
    if (cause instanceof RangeError) throw makeFailure(request, "DECODE", cause.message, { attempts, cause });
    // In Node, the cause of the error that `fetch` throws says what went wrong.
    const error = cause as { message?: string; cause?: { code?: string } } | undefined;
    const what = `no complete answer from ${settings.baseUrl} (${error?.cause?.code ?? error?.message}); check baseUrl`;
    throw makeFailure(request, "UNAVAILABLE", what, { attempts, cause });
  };
  const headers = kept ? { ...openHeaders, "if-none-match": kept.etag } : openHeaders;
  let hop: Hop = { url, method, headers, body, duplex: "half", redirect: "follow", signal };
  // Headers that a caller gave may be secrets; then redirects are followed with care.
  const isGuarded = settings.headers ?? ownHeaders ?? settings.sign;
  const guarded = isGuarded && (await import("./guarded-request.js").catch(unavailable));
  if (guarded) hop = await guarded.guardHop(settings, fetch, request, hop, attempts);
  const most = options?.maxBodyBytes ?? settings.maxBodyBytes;
  let response: Response;
  let text = "";
  let data: unknown;
  try {
    response = await fetch(hop.url, hop);
    if (guarded) response = await guarded.follow(fetch, request, hop, response, attempts);
    if (response.ok) data = await read?.(response, options, most, request, attempts);
    if (!response.bodyUsed && data === undefined) {
      bounded ??= import("./bounded.js");
      text = await (await bounded).readBounded(response, most);
    }
  } catch (cause) {
    bounded = undefined;
    return unavailable(cause);
  }
  return { text, isCached: false, ...cache?.settle(url, kept, response, text), response, data, attempts };
}
