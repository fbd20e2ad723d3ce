/**
 * Headers and bodies that must stay with their origin, and redirects of requests that have such ones. Loaded with the
 * first such request.
 */
import type { ClientReason } from "./error-codes.js";
import { ApiError } from "./error.js";
import { areCookiesSent, type HeaderRecord, type HttpRequest } from "./http-request.js";
import { makeRequestError, type PreparedRequest } from "./request.js";
import type { Attempt } from "./active-call.js";

/**
 * Returns the request with all headers of an attempt and with its credentials.
 * Headers of the call override those of the client. `fetch` does not follow its
 * redirects; `followRedirects` does.
 */
export async function addPrivateHeaders(
  { settings: { headers: source, sign }, request, attempt }: Attempt,
  fetch: typeof globalThis.fetch,
  base: HttpRequest,
): Promise<HttpRequest> {
  const { operation, method, url, callerHeaders } = request;
  const { signal } = base;
  const given =
    typeof source === "function" ? await source({ operation, method, url, attempt, signal }) : source;
  let isPublic = !given && !callerHeaders && (!sign || sign.isEmpty);
  // A browser does not let scripts follow redirects, and asks the other origin whether it takes a body.
  // @if changes
  isPublic &&= base.body === null || !areCookiesSent();
  if (isPublic) return sign ? sign(request, base, fetch) : base;
  const headers = new Headers(base.headers);
  for (const part of [given, callerHeaders]) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part ?? {})) {
      try {
        // `fetch` would drop it in silence.
        if (name === "__proto__") throw new TypeError();
        headers.set(name, value);
      } catch {
        // The value may be a credential, so neither it nor the cause is shown.
        throw new ApiError("INVALID_ARGUMENT", `the header ${JSON.stringify(name)} cannot be sent`, {
          operation,
        });
      }
    }
  }
  // The cache compares the response with the validator that it sent.
  const etag = base.headers["if-none-match"];
  if (etag !== undefined) headers.set("if-none-match", etag);
  const sent: HttpRequest = { ...base, headers: Object.fromEntries(headers), redirect: "manual" };
  return sign ? sign(request, sent, fetch) : sent;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 10;

/**
 * Follows redirects of a request whose headers must stay with their origin.
 * Another origin gets the request without them. `fetch` itself would send all of
 * them except `Authorization` to any host.
 */
export async function followRedirects(
  { request, attempt: attempts }: Attempt,
  fetch: typeof globalThis.fetch,
  first: HttpRequest,
  firstResponse: Response,
): Promise<Response> {
  let { url } = request;
  let sent = first;
  let response = firstResponse;
  for (let redirects = 1; ; redirects++) {
    const { status, headers, type } = response;
    const fail = (what: string, clientReason: ClientReason = "RESPONSE_INVALID"): ApiError => {
      const details = { status, headers, attempts, clientReason };
      return makeRequestError(request, "HTTP_ERROR", `the response is ${what}`, details);
    };
    // A browser hides a redirect that it does not follow itself from scripts.
    if (type === "opaqueredirect") {
      throw fail(
        "a redirect, which a browser would follow with your headers to any host; set baseUrl to the final URL",
        "UNSUPPORTED",
      );
    }
    const location = headers.get("location");
    if (location === null || !redirectStatuses.has(status)) return response;
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (!next || !/^https?:$/.test(next.protocol))
      throw fail("a redirect to a URL that is neither http nor https");
    if (redirects > maxRedirects) throw fail(`a redirect, after ${maxRedirects} of them`);
    await response.body?.cancel();
    // @if changes
    sent = redirectRequest(sent, status);
    if (next.origin !== new URL(url).origin) {
      // @if changes
      if (sent.body !== null)
        throw fail(
          `a redirect to ${next.origin}, to which the body is not sent; set baseUrl to the final URL`,
        );
      sent = { ...sent, headers: keepPublicHeaders(sent.headers, request) };
    }
    url = next.href;
    sent = { ...sent, url };
    response = await fetch(url, sent);
  }
}

/** Returns the redirected request by the Fetch standard: 303 requires GET, and 301 and 302 turn POST into GET. */
function redirectRequest(request: HttpRequest, status: number): HttpRequest {
  const becomesGet = status === 303 ? request.method !== "HEAD" : status < 303 && request.method === "POST";
  if (!becomesGet) return request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name !== "content-type"),
  );
  return { ...request, headers, method: "GET", body: null };
}

function keepPublicHeaders(headers: HeaderRecord, { publicHeaders }: PreparedRequest): HeaderRecord {
  return Object.fromEntries(Object.entries(publicHeaders).filter(([name]) => name in headers));
}
