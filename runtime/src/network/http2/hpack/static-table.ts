/** A header: its name in lower case, and its value. */
export type HeaderPair = readonly [name: string, value: string];

const entries =
  ":authority; :method GET; :method POST; :path /; :path /index.html; :scheme http; :scheme https; " +
  ":status 200; :status 204; :status 206; :status 304; :status 400; :status 404; :status 500; " +
  "accept-charset; accept-encoding gzip, deflate; accept-language; accept-ranges; accept; " +
  "access-control-allow-origin; age; allow; authorization; cache-control; content-disposition; " +
  "content-encoding; content-language; content-length; content-location; content-range; content-type; " +
  "cookie; date; etag; expect; expires; from; host; if-match; if-modified-since; if-none-match; " +
  "if-range; if-unmodified-since; last-modified; link; location; max-forwards; proxy-authenticate; " +
  "proxy-authorization; range; referer; refresh; retry-after; server; set-cookie; " +
  "strict-transport-security; transfer-encoding; user-agent; vary; via; www-authenticate";

/** The static table; its indexes start at 1 (RFC 7541, appendix A). */
export const staticTable: readonly HeaderPair[] = entries.split("; ").map((entry) => {
  const [name = "", ...value] = entry.split(" ");
  return [name, value.join(" ")];
});

/** The bytes that count for an entry in addition to its name and value (RFC 7541, section 4.1). */
export const entryOverhead = 32;

/** Returns the size of an entry in a table or in a list of headers, in bytes (RFC 7541, section 4.1). */
export function entrySize([name, value]: HeaderPair): number {
  return name.length + value.length + entryOverhead;
}
