/* Copied by `stratus openapi` from src/rest/runtime/mock.ts of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames } from "./names.js";
import { within } from "./within.js";

/** A request that a mock of `fetch` was given. */
export interface MockRequest {
  readonly method: string;
  /** Path below the base URL, decoded: `/pets/7`. */
  readonly path: string;
  /** The parameters behind the path. */
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The body as JSON; undefined where there is none. */
  readonly body: unknown;
}

/**
 * The answer of a mock of `fetch`: a value is sent as JSON with status 200, a
 * `Response` as it is, and a function decides for each request. A function may
 * throw, as `fetch` does where there is no connection.
 */
export type Fixture = unknown;

/** Answers by path (`/pets`), or by method and path (`POST /pets`); `*` stands for one segment. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** A `fetch` that answers from fixtures, and knows what it was asked. */
export interface MockFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The base URL to make a client with. */
  readonly baseUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly MockRequest[];
}

/**
 * A `fetch` for tests, without a network:
 *
 * ```ts
 * const fetch = mock({ "/pets": [{ name: "Tom" }] });
 * const client = new PetStoreClient({ baseUrl: fetch.baseUrl, fetch });
 * ```
 *
 * What no fixture matches is answered with 404. An aborted signal rejects with
 * its reason, before and during an answer.
 */
export function mock(fixtures: Fixtures, options: { readonly baseUrl?: string } = {}): MockFetch {
  checkNames(options, ["baseUrl"]);
  const { baseUrl = "https://api.test" } = options;
  const requests: MockRequest[] = [];
  const answer = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    signal?.throwIfAborted();
    const request = readRequest(baseUrl, input, init);
    requests.push(request);
    const fixture = fixtureFor(fixtures, request);
    if (typeof fixture !== "function") return makeResponse(fixture);
    // As `fetch` does it: the promise ends with the signal, whatever goes on behind it.
    return makeResponse(await within(async () => fixture(request) as unknown, signal ?? undefined));
  };
  return Object.assign(answer, { baseUrl, requests });
}

function readRequest(baseUrl: string, input: string | URL | Request, init: RequestInit): MockRequest {
  const url = new URL(input instanceof Request ? input.url : input);
  const base = new URL(baseUrl).pathname.replace(/\/+$/, "");
  const { pathname } = url;
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  const { method = "GET", headers, body } = init;
  return {
    method,
    path: path.split("/").map(decodeURIComponent).join("/"),
    query: url.searchParams,
    headers: new Headers(headers ?? {}),
    body: typeof body === "string" ? JSON.parse(body) : undefined,
  };
}

function fixtureFor(fixtures: Fixtures, { method, path }: MockRequest): Fixture {
  const names = [`${method} ${path}`, path];
  const exact = names.find((name) => Object.hasOwn(fixtures, name));
  const key = exact ?? Object.keys(fixtures).find((key) => names.some((name) => fits(key, name)));
  return key === undefined
    ? Response.json({ message: `No fixture for ${method} ${path}` }, { status: 404 })
    : fixtures[key];
}

function fits(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.split("/"), name.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, index) => part === "*" || part === given[index])
  );
}

function makeResponse(value: unknown): Response {
  // A fixture may be asked for more than once; a body can be read once.
  return value instanceof Response ? value.clone() : Response.json(value ?? null);
}
