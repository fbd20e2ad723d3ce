/* Copied by `stratus openapi` from src/rest/runtime/guarded-request.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Needed only by requests whose headers must stay with their origin: the headers
 * themselves, and redirects. Loaded with the first of them.
 */
import { CatalogueError } from "./error.js";
import type { HeaderRecord, Hop } from "./hop.js";
import { makeFailure, type PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";

/**
 * The request with all headers of an attempt, those of the call before those of
 * the client, and with its credentials. Its redirects are not followed by `fetch`.
 */
export async function guardHop(
  { headers: source, sign }: Settings,
  fetch: typeof globalThis.fetch,
  request: PreparedRequest,
  open: Hop,
  attempt: number,
): Promise<Hop> {
  const { operation, method, url, ownHeaders } = request;
  const { signal } = open;
  const given =
    typeof source === "function" ? await source({ operation, method, url, attempt, signal }) : source;
  const headers = new Headers(open.headers);
  for (const part of [given, ownHeaders]) {
    for (const [name, value] of part instanceof Headers ? part : Object.entries(part ?? {})) {
      try {
        headers.set(name, value);
      } catch {
        // Neither the value nor the cause is shown: the value may be a credential.
        throw new CatalogueError("INVALID_ARGUMENT", `the header ${JSON.stringify(name)} cannot be sent`, {
          operation,
        });
      }
    }
  }
  // What the cache asks about is what its answer is taken for.
  const kept = open.headers["if-none-match"];
  if (kept !== undefined) headers.set("if-none-match", kept);
  const hop: Hop = { ...open, headers: Object.fromEntries(headers), redirect: "manual" };
  return sign ? sign(request, hop, fetch) : hop;
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxHops = 10;

/**
 * Follows redirects of a request whose headers must stay with their origin:
 * left to itself, `fetch` gives them to any host, apart from `Authorization`.
 * Another origin gets the request without them.
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
      makeFailure(request, "HTTP_ERROR", `the answer is ${what}`, { status, headers, attempts });
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
    if (hops > maxHops) throw fail(`a redirect, after ${maxHops} of them`);
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
