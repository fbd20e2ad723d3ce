import type { IncomingMessage, ServerResponse } from "node:http";
import { localRequestRefusal } from "@stratus/runtime/server";

/**
 * Answers 403 to requests that a page of another site may have sent: those for another host, whose name may lead to this
 * machine (DNS rebinding), and those from another origin. A link in another site may open a page here, because that only shows
 * it.
 *
 * @returns whether the request may be handled
 */
export function isOwnRequest(request: IncomingMessage, response: ServerResponse): boolean {
  if (localRequestRefusal(request, { links: true }) === undefined) return true;
  response.writeHead(403).end();
  return false;
}
