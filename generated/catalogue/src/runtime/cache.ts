/* Copied by `stratus openapi` from src/rest/runtime/cache.ts of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames } from "./names.js";

/** A body that may be used again when the server says it is still current. */
export interface CachedBody {
  /** The validator that came with it. */
  readonly etag: string;
  readonly text: string;
}

/**
 * Keeps bodies by URL. One cache serves one client, and so one user: what a
 * server answers may depend on who asks.
 */
export interface ResponseCache {
  /** The body to ask the server about. */
  get(url: string): CachedBody | undefined;
  /** Takes in the answer to a GET; gives the text to use, and whether it is the kept one. */
  settle(
    url: string,
    kept: CachedBody | undefined,
    response: Response,
    text: string,
  ): { readonly text: string; readonly isCached: boolean };
}

/**
 * A cache in memory that drops the body longest unused when full. Every use of
 * a body is confirmed by the server (`If-None-Match`, RFC 9110), so nothing
 * old is ever shown; answers with `Cache-Control: no-store` are not kept. In a
 * browser the header makes a cross-origin request ask for permission first.
 */
export function etagCache(options: { readonly maxEntries?: number } = {}): ResponseCache {
  checkNames(options, ["maxEntries"]);
  const { maxEntries = 100 } = options;
  const bodies = new Map<string, CachedBody>();
  const keep = (url: string, body: CachedBody): void => {
    bodies.delete(url);
    bodies.set(url, body);
    const oldest = bodies.keys().next();
    if (bodies.size > maxEntries && !oldest.done) bodies.delete(oldest.value);
  };
  return {
    get: (url) => bodies.get(url),
    settle(url, kept, response, text) {
      const { status, headers } = response;
      if (status === 304 && kept) {
        keep(url, kept);
        return { text: kept.text, isCached: true };
      }
      const etag = headers.get("etag");
      const isKept = status === 200 && !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
      if (etag && isKept) keep(url, { etag, text });
      else bodies.delete(url);
      return { text, isCached: false };
    },
  };
}
