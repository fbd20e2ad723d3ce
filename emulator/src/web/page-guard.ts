import { isIP } from "node:net";
import type { NodeHandler, NodeRequest } from "@stratus/runtime/server";

/** The settings by which pages are allowed. */
interface GuardOptions {
  readonly apiDomain: string;
  /** The address that the emulator listens on. */
  readonly host: string;
  /** The origins of pages that may call. */
  readonly origins: readonly string[];
}

/**
 * Rejects calls of pages that are not allowed: those of another origin, and those with an unknown host name, which may resolve to this
 * machine by DNS rebinding. Other programs send no origin, and call an address.
 */
export function guardPages(handler: NodeHandler, options: GuardOptions): NodeHandler {
  return (request, response) => {
    const reason = refusal(request, options);
    if (reason === undefined) return handler(request, response);
    response.statusCode = 403;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end(`${reason}\n`);
  };
}

function refusal(
  { headers, socket }: NodeRequest,
  { apiDomain, host, origins }: GuardOptions,
): string | undefined {
  const authority = String(headers[":authority"] ?? headers.host ?? "").toLowerCase();
  const name = authority.replace(/\.?(?::\d+)?$/, "").replace(/^\[|\]$/g, "");
  const domain = apiDomain.toLowerCase();
  const isOwn =
    isIP(name) > 0 ||
    name === host.toLowerCase() ||
    /(?:^|\.)localhost$/.test(name) ||
    name === domain ||
    name.endsWith(`.${domain}`);
  const shown = JSON.stringify(authority.slice(0, 300));
  if (!isOwn) {
    return `The emulator rejects the host name ${shown}, to prevent DNS rebinding: call it at an address, such as 127.0.0.1, or at localhost.`;
  }
  const { origin } = headers;
  const scheme = "encrypted" in socket ? "https" : "http";
  if (origin === undefined || origin === `${scheme}://${authority}` || origins.includes(origin))
    return undefined;
  return `Pages of ${JSON.stringify(origin.slice(0, 300))} may not call the emulator: start it with --cors ${origin.slice(0, 300)}, or with the option cors.`;
}
