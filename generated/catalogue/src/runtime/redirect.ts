/* Carried along by `stratus openapi` from rest-runtime/redirect.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { CatalogueError } from "./error.js";
import type { HeaderRecord, Hop } from "./hop.js";
import { failureOf, type PreparedRequest } from "./request.js";

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const mostHops = 10;

/**
 * Follows redirects of a request whose headers must stay with their origin:
 * left to itself, `fetch` gives them to any host, apart from `Authorization`.
 * Another origin gets the request without them. Loaded when first needed.
 */
export async function follow(
  fetch: typeof globalThis.fetch,
  request: PreparedRequest,
  first: Hop,
  answer: Response,
  attempts: number,
): Promise<Response> {
  let { url } = request;
  let hop = first;
  let response = answer;
  for (let hops = 1; ; hops++) {
    const { status, headers, type } = response;
    const fail = (what: string): CatalogueError =>
      failureOf(request, "HTTP_ERROR", `the answer is ${what}`, { status, headers, attempts });
    // A browser tells a script nothing about a redirect that it does not follow itself.
    if (type === "opaqueredirect") {
      throw fail(
        "a redirect, which a browser would follow with your headers to any host; set baseUrl to the final address",
      );
    }
    const location = headers.get("location");
    if (location === null || !statuses.has(status)) return response;
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (!next || !/^https?:$/.test(next.protocol))
      throw fail("a redirect to something else than http or https");
    if (hops > mostHops) throw fail(`a redirect, after ${mostHops} of them`);
    await response.body?.cancel();
    hop = nextHop(hop, status);
    if (next.origin !== new URL(url).origin) hop = { ...hop, headers: openOnly(hop.headers, request) };
    url = next.href;
    hop = { ...hop, url };
    response = await fetch(url, hop);
  }
}

/** As the Fetch standard has it: 303 asks for a GET, 301 and 302 turn a POST into one. */
function nextHop(hop: Hop, status: number): Hop {
  const isGetNow = status === 303 ? hop.method !== "HEAD" : status < 303 && hop.method === "POST";
  if (!isGetNow) return hop;
  const { "content-type": _, ...headers } = hop.headers;
  return { ...hop, headers, method: "GET", body: null };
}

function openOnly(headers: HeaderRecord, { openHeaders }: PreparedRequest): HeaderRecord {
  return Object.fromEntries(Object.entries(openHeaders).filter(([name]) => name in headers));
}
