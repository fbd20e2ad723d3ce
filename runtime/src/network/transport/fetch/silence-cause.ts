import { isLoopback } from "../../../calls/endpoint/loopback.js";

/** The part of the global object by which a page or a worker knows where it is. */
interface PageScope {
  readonly location?: { readonly origin: string; readonly protocol: string };
}

/** How long a server has to show that it is up, in milliseconds. */
const probeMs = 2_000;

/** Sends a request to a URL whose response nobody can read, and rejects if there is none. */
type Probe = (url: string) => Promise<unknown>;

/**
 * Returns the likely cause of a request without an answer, and its fix. `fetch` does not report it, because a page must not
 * find out which servers exist (Fetch, "network error").
 *
 * @param url The URL of the call.
 * @param reason The message of the platform.
 */
export async function findSilenceCause(
  url: string,
  reason: string,
  probe: Probe = sendProbe,
): Promise<string> {
  const { origin, protocol, hostname } = new URL(url);
  const { location } = globalThis as PageScope;
  if (!location || location.origin === origin) return `the server is down or cannot be reached (${reason})`;
  if (
    location.protocol === "https:" &&
    protocol === "http:" &&
    !isLoopback(hostname.replace(/^\[|\]$/g, ""))
  ) {
    return "mixed content: a page from https: cannot call an http: address. Serve the API by https";
  }
  try {
    await probe(url);
  } catch {
    return `the server is down or cannot be reached, or the page's Content-Security-Policy (connect-src) forbids it (${reason})`;
  }
  return `CORS: the server is up, but it probably does not allow the origin ${location.origin}. Add this origin, and the headers that the client sends, to its CORS settings`;
}

/** A page may send such a request to any server. It carries no credentials, and `HEAD` calls no method. */
function sendProbe(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(probeMs);
  return fetch(url, { method: "HEAD", mode: "no-cors", credentials: "omit", signal });
}
