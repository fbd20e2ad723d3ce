/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError, makeRequestError } from "./core.js";
import type { ActiveCall, Attempt, ClientReason, HeaderRecord, HttpRequest } from "./core.js";
import type { PreparedRequest } from "./core.js";

export async function addPrivateHeaders(
  { settings: { headers: source, sign }, request, attempt }: Attempt,
  fetch: typeof globalThis.fetch,
  base: HttpRequest,
): Promise<HttpRequest> {
  const { operation, method, url, callerHeaders } = request;
  const { signal } = base;
  const given =
    typeof source === "function" ? await source({ operation, method, url, attempt, signal }) : source;
  const isPublic = !given && !callerHeaders && (!sign || sign.isEmpty);
  if (isPublic) return sign ? sign(request, base, fetch) : base;
  const headers = new Headers(base.headers);
  for (const part of [given, callerHeaders]) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part ?? {})) {
      try {
        if (name === "__proto__") throw new TypeError();
        headers.set(name, value);
      } catch {
        throw new CatalogueError("INVALID_ARGUMENT", `the header ${JSON.stringify(name)} cannot be sent`, {
          operation,
        });
      }
    }
  }
  const etag = base.headers["if-none-match"];
  if (etag !== undefined) headers.set("if-none-match", etag);
  const sent: HttpRequest = { ...base, headers: Object.fromEntries(headers), redirect: "manual" };
  return sign ? sign(request, sent, fetch) : sent;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 10;

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
    const fail = (what: string, clientReason: ClientReason = "RESPONSE_INVALID"): CatalogueError => {
      const details = { status, headers, attempts, clientReason };
      return makeRequestError(request, "HTTP_ERROR", `the response is ${what}`, details);
    };
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
    if (next.origin !== new URL(url).origin) {
      sent = { ...sent, headers: keepPublicHeaders(sent.headers, request) };
    }
    url = next.href;
    sent = { ...sent, url };
    response = await fetch(url, sent);
  }
}

function keepPublicHeaders(headers: HeaderRecord, { publicHeaders }: PreparedRequest): HeaderRecord {
  return Object.fromEntries(Object.entries(publicHeaders).filter(([name]) => name in headers));
}

export function verifyingFetch({ settings, request }: ActiveCall): typeof globalThis.fetch {
  const { fetch } = globalThis;
  return (url, init) => {
    if (settings.allowUnverifiedTls || !String(url).startsWith("https:")) return fetch(url, init);
    const what =
      "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates; unset it, or set allowUnverifiedTls: true";
    throw makeRequestError(request, "INVALID_ARGUMENT", what, { clientReason: "TLS_FAILED" });
  };
}
