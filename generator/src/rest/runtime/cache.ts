import { checkNames } from "./names.js";

/** A cached body. It is used if the server confirms that it is current. */
export interface CachedBody {
  /** The validator of the response (RFC 9110, section 8.8.3). */
  readonly etag: string;
  readonly text: string;
}

/** Caches bodies by URL. Use one per user, because a response may depend on the user. */
export interface ResponseCache {
  /** Returns the cached body of a URL. */
  get(url: string): CachedBody | undefined;
  /** Stores the response to a GET. Returns the text to use, and whether it is the cached one. */
  update(
    url: string,
    cached: CachedBody | undefined,
    response: Response,
    text: string,
  ): { readonly text: string; readonly isCached: boolean };
}

/**
 * Makes a cache in memory, which drops the least recently used body. The server confirms each use of a body
 * (`If-None-Match`, RFC 9110). `Cache-Control: no-store` is respected. In a browser it causes a CORS preflight request.
 */
export function etagCache(options: { readonly maxEntries?: number } = {}): ResponseCache {
  checkNames(options, ["maxEntries"]);
  const { maxEntries = 100 } = options;
  const bodies = new Map<string, CachedBody>();
  return {
    get: (url) => bodies.get(url),
    update(url, cached, { status, headers }, text) {
      const isCached = status === 304 && cached !== undefined;
      const etag = headers.get("etag");
      const isNew = status === 200 && !/\bno-store\b/i.test(headers.get("cache-control") ?? "");
      const body = isCached ? cached : etag && isNew ? { etag, text } : undefined;
      // A map iterates in the order of its insertions, so the first body is the least recently used one.
      bodies.delete(url);
      if (body) bodies.set(url, body);
      const oldest = bodies.keys().next();
      if (bodies.size > maxEntries && !oldest.done) bodies.delete(oldest.value);
      return { text: body?.text ?? text, isCached };
    },
  };
}
