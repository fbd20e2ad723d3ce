import type { IncomingMessage, ServerResponse } from "node:http";
import { isForeignRequest } from "@stratus/runtime/server";

/** A loopback host with or without a port. A user or a path, which a URL could have, makes it invalid. */
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const noOrigins: ReadonlySet<string> = new Set();

/**
 * Answers 403 to requests that a page of another site may have sent: those for another host, whose name may lead to this
 * machine (DNS rebinding), and those from another origin. A link in another site may open a page here, because that only shows
 * it.
 *
 * @returns whether the request may be handled
 */
export function isOwnRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { headers, method } = request;
  const isLink =
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (loopbackHost.test(headers.host ?? "") && (isLink || !isForeignRequest(request, noOrigins))) return true;
  response.writeHead(403).end();
  return false;
}
