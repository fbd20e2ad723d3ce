/** The methods that change a resource at its address. */
const changing: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);

/** Entity tags that `If-Match` can compare. A weak one never matches (RFC 9110, section 13.1.1). */
const strongTag = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/** The number of resources whose tags are remembered. */
const maxTags = 1_000;

/**
 * Returns a `fetch` that remembers the ETag of each resource that it reads, and sends it as `If-Match` with changes of the same
 * address. The server then refuses a change with 412 if somebody else has changed the resource since. A retry has the same tag.
 */
export function conditionalFetch(send: typeof fetch): typeof fetch {
  const tags = new Map<string, string>();
  return async (url, init) => {
    const full = String(url).replace(/#.*$/s, "");
    const address = full.replace(/\?.*$/s, "");
    const method = init?.method?.toUpperCase() ?? "GET";
    const headers = new Headers(init?.headers);
    const tag = changing.has(method) ? tags.get(address) : undefined;
    const isConditional = tag !== undefined && !headers.has("if-match");
    if (isConditional) headers.set("if-match", tag);
    const response = await send(url, isConditional ? { ...init, headers } : init);
    // A query may select a part of the resource, which has a tag of its own.
    if (!response.ok || (method === "GET" && full !== address)) return response;
    const found = response.headers.get("etag") ?? "";
    tags.delete(address);
    if (strongTag.test(found) && method !== "DELETE") tags.set(address, found);
    if (tags.size > maxTags) tags.delete([...tags.keys()][0] ?? "");
    return response;
  };
}
