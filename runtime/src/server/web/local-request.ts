import type { NodeRequest } from "./cors.js";
import { requestOrigin } from "./origin.js";

/** The requests that a server for the programs and pages of one machine answers. */
export interface LocalRequestRules {
  /** Accept any `Host`, because callers prove themselves by a token. False by default: only loopback names. */
  readonly anyHost?: boolean;
  /** Accept links from other sites, which show a page and change nothing. False by default. */
  readonly links?: boolean;
}

/** A loopback host with or without a port. A user or a path, which a URL could have, makes it invalid. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns why a server for this machine must refuse a request, or undefined if it may answer. Such a server is not protected by
 * CORS: a page of any site can send it simple requests (Fetch, "CORS protocol"), and can give its own name the address of this
 * machine (DNS rebinding). So the `Host` must be a loopback name, an `Origin` must be the server's own, and `Sec-Fetch-Site`
 * must be absent, `same-origin` or `none`. Programs send neither of the last two.
 */
export function localRequestRefusal(
  request: NodeRequest,
  { anyHost = false, links = false }: LocalRequestRules = {},
): string | undefined {
  const { headers, method } = request;
  const host = String(headers[":authority"] ?? headers.host ?? "");
  if (hasSeveralHosts(request)) return "The request has several Host headers (RFC 9112, section 3.2).";
  if (!anyHost && !loopbackHost.test(host))
    return `The host name ${shown(host)} may lead here by DNS rebinding: call 127.0.0.1, localhost or [::1].`;
  const isLink =
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (links && isLink) return undefined;
  const { origin } = headers;
  const site = headers["sec-fetch-site"] ?? "none";
  if (origin !== undefined && origin !== requestOrigin(request))
    return `Pages of ${shown(origin)} may not call this server.`;
  return site === "same-origin" || site === "none"
    ? undefined
    : "Pages of other sites may not call this server.";
}

/** Whether a request has more than one `Host`, of which Node.js takes the first and a proxy may take another. */
function hasSeveralHosts({ rawHeaders }: { readonly rawHeaders?: readonly string[] }): boolean {
  const names = rawHeaders?.filter((_, index) => index % 2 === 0) ?? [];
  return names.filter((name) => name.toLowerCase() === "host").length > 1;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 300));
}
