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

/** Whether a browser may have sent a request: other programs send neither header. */
export function isFromBrowser({ headers }: NodeRequest): boolean {
  return headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
}

/**
 * Rejects calls of pages that are not allowed: those of another origin, and those with an unknown host name, which may
 * resolve to this machine by DNS rebinding. Other programs call an address.
 */
export function guardPages(handler: NodeHandler, options: GuardOptions): NodeHandler {
  const allowed = new Set(options.origins);
  return (request, response) => {
    const answer = (reason: string | undefined): void => {
      if (reason === undefined) return handler(request, response);
      response.statusCode = 403;
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.end(`${reason}\n`);
    };
    const reason = hostRefusal(request, options);
    if (reason !== undefined || !isFromBrowser(request)) return answer(reason);
    originRefusal(request, allowed).then(answer, () => response.destroy());
  };
}

/** The package is loaded with the first call of a browser, because most programs need none of it. */
async function originRefusal(
  request: NodeRequest,
  allowed: ReadonlySet<string>,
): Promise<string | undefined> {
  const { isForeignRequest } = await import("@stratus/runtime/server");
  if (!isForeignRequest(request, allowed)) return undefined;
  const { origin } = request.headers;
  if (origin === undefined) return "Pages of other sites may not call the emulator.";
  const shown = origin.slice(0, 300);
  const refusal = `Pages of ${JSON.stringify(shown)} may not call the emulator`;
  // Any sandboxed frame and any file has the origin "null".
  return origin === "null"
    ? `${refusal}.`
    : `${refusal}: start it with --cors ${shown}, or with the option cors.`;
}

function hostRefusal({ headers }: NodeRequest, { apiDomain, host }: GuardOptions): string | undefined {
  const authority = String(headers[":authority"] ?? headers.host ?? "").toLowerCase();
  const name = authority.replace(/\.?(?::\d+)?$/, "").replace(/^\[|\]$/g, "");
  const domain = apiDomain.toLowerCase();
  const isOwn =
    isIP(name) > 0 ||
    name === host.toLowerCase() ||
    /(?:^|\.)localhost$/.test(name) ||
    name === domain ||
    name.endsWith(`.${domain}`);
  if (isOwn) return undefined;
  const shown = JSON.stringify(authority.slice(0, 300));
  return `The emulator rejects the host name ${shown}, to prevent DNS rebinding: call it at an address, such as 127.0.0.1, or at localhost.`;
}
