import type { NodeRequest } from "./cors.js";

/**
 * Whether a request comes from a page of another origin. A page needs no permission to send simple requests, such as those
 * of forms and images (Fetch, "CORS protocol"), so a server must refuse them before it acts.
 *
 * A listed `Origin` is not foreign. Otherwise `Sec-Fetch-Site` decides, which browsers send to secure servers and
 * to this machine, and without it `Origin` does. Programs send neither.
 *
 * @param allowed The origins whose pages may call.
 */
export function isForeignRequest(request: NodeRequest, allowed: ReadonlySet<string>): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined && allowed.has(origin)) return false;
  if (site === "cross-site" || site === "same-site") return true;
  if (site === "same-origin" || site === "none") return false;
  return origin !== undefined && origin !== requestOrigin(request);
}

/** Returns the origin that a request was sent to; undefined if it names no valid host. */
export function requestOrigin({ headers, socket }: NodeRequest): string | undefined {
  const scheme = "encrypted" in socket && socket.encrypted ? "https" : "http";
  const authority = headers[":authority"] ?? headers.host;
  const text = `${scheme}://${String(authority)}`;
  return authority !== undefined && URL.canParse(text) ? new URL(text).origin : undefined;
}
