/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 20, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { checkNames, withDeadline } from "./core.js";

/** A request to a mock of `fetch`. */
export interface MockRequest {
  readonly method: string;
  /** The decoded path below the base URL, such as `/pets/7`. */
  readonly path: string;
  /** The query parameters. */
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: unknown;
}

/**
 * A response of a mock of `fetch`: a value is sent as JSON with the status 200,
 * a `Response` is sent unchanged, and a function returns either for a request. A
 * function may throw, as `fetch` does without a connection.
 */
export type Fixture = unknown;

/** Responses by path (`/pets`), or by method and path (`POST /pets`); `*` matches one segment. */
export type Fixtures = Readonly<Record<string, Fixture>>;

/** A `fetch` that responds from fixtures and records the requests. */
export interface MockFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The base URL for the client. */
  readonly baseUrl: string;
  /** The requests so far, oldest first. */
  readonly requests: readonly MockRequest[];
}

/**
 * Makes a `fetch` for tests, without a network:
 *
 * ```ts
 * const fetch = mock({ "/pets": [{ name: "Tom" }] });
 * const client = new PetStoreClient({ baseUrl: fetch.baseUrl, fetch });
 * ```
 *
 * A request without a fixture gets the status 404. If the signal is aborted, the
 * promise rejects with its reason.
 */
export function mock(fixtures: Fixtures, options: { readonly baseUrl?: string } = {}): MockFetch {
  checkNames(options, ["baseUrl"]);
  const { baseUrl = "https://api.test" } = options;
  const requests: MockRequest[] = [];
  const respond = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    signal?.throwIfAborted();
    const request = readRequest(baseUrl, input, init);
    requests.push(request);
    const fixture = findFixture(fixtures, request);
    if (typeof fixture !== "function") return makeResponse(fixture);
    // Like `fetch`, reject on abort even if the fixture does not settle.
    return makeResponse(await withDeadline(async () => fixture(request) as unknown, signal ?? undefined));
  };
  return Object.assign(respond, { baseUrl, requests });
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

function findFixture(fixtures: Fixtures, { method, path }: MockRequest): Fixture {
  const names = [`${method} ${path}`, path];
  const exact = names.find((name) => Object.hasOwn(fixtures, name));
  const key = exact ?? Object.keys(fixtures).find((key) => names.some((name) => matchesPattern(key, name)));
  return key === undefined
    ? Response.json({ message: `No fixture for ${method} ${path}` }, { status: 404 })
    : fixtures[key];
}

function matchesPattern(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.split("/"), name.split("/")];
  return (
    wanted.length === given.length && wanted.every((part, index) => part === "*" || part === given[index])
  );
}

function makeResponse(value: unknown): Response {
  return value instanceof Response ? value.clone() : Response.json(value ?? null);
}
