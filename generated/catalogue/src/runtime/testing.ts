/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { OptionsError, checkNames, describeKey, withDeadline } from "./core.js";
import type { Call, CallDescription, Operation } from "./core.js";

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

/** The part of MSW (mswjs.io) that is needed: `http` of `msw`, version 2 or 3. */
export interface HttpNamespace<Handler> {
  readonly all: (
    path: string,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
  ) => Handler;
}

/**
 * Answers an operation. It gets the path parameters and the body, as the client's method has them, and the request. It returns
 * the data of the response, `undefined` for an empty one, or a `Response`, such as that of an error.
 */
export type OperationAnswer<Method> = Method extends (...args: infer All) => Call<infer Data>
  ? Required<All> extends [...infer Own, unknown]
    ? (...args: [...Own, Request]) => Data | Response | Promise<Data | Response>
    : never
  : never;

/** The answers of a group's operations, by the names of its methods. */
export type MethodAnswers<Group> = {
  readonly [
    Name in keyof Group as Group[Name] extends (...args: never[]) => Call<unknown> ? Name : never
  ]?: OperationAnswer<Group[Name]>;
};

/** The answers of a client's operations, by the names of its groups and methods. */
export type ClientAnswers<Client> = MethodAnswers<Client> & {
  readonly [
    Name in keyof Client as Client[Name] extends (...args: never[]) => unknown ? never : Name
  ]?: MethodAnswers<Client[Name]>;
};

type AnyAnswer = (...args: readonly unknown[]) => unknown;

interface Route {
  readonly name: string;
  readonly operation: Operation<unknown>;
  readonly baseUrl: string;
  readonly pattern: RegExp;
  readonly answer: AnyAnswer | undefined;
}

/**
 * Returns handlers for MSW that answer the calls of a client:
 *
 * ```ts
 * setupServer(...mswHandlers(http, client, { pets: { get: (petId) => ({ id: petId, name: "Tom" }) } }));
 * ```
 *
 * An operation without an answer fails with the HTTP status 501 and its name. The client's `baseUrl` decides which requests
 * are its calls.
 *
 * @throws An OptionsError for an answer of a method that the client does not have.
 */
export function mswHandlers<Handler, Client extends object>(
  http: HttpNamespace<Handler>,
  client: Client,
  answers: NoInfer<ClientAnswers<Client>>,
): Handler[] {
  const routes = [...listRoutes(client, answers, "")];
  const [first] = routes;
  if (!first) return [];
  const { href } = new URL(first.baseUrl);
  return [
    http.all(`${href.replace(/\/$/, "")}/*`, async ({ request }) => {
      const path = new URL(request.url).pathname.slice(
        new URL(first.baseUrl).pathname.replace(/\/$/, "").length,
      );
      const found = routes.filter(
        ({ operation, pattern }) => (operation.method ?? "GET") === request.method && pattern.test(path),
      );
      const route = found.find(({ answer }) => answer) ?? found[0];
      return route && answerRoute(route, path, request);
    }),
  ];
}

function* listRoutes(client: object, answers: object, group: string): Generator<Route> {
  const given = answers as Readonly<Record<string, unknown>>;
  const prototype: object = Object.getPrototypeOf(client);
  const methods =
    prototype === Object.prototype
      ? []
      : Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
  const members = client as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (!methods.includes(name) && !Object.hasOwn(client, name))
      throw new OptionsError("OPTION_UNKNOWN", `mswHandlers: the client has no ${group}${name}`, name);
  }
  for (const name of methods) {
    const described = describeMethod(client, members[name] as AnyAnswer);
    if (described) yield makeRoute(`${group}${name}`, described, given[name] as AnyAnswer | undefined);
  }
  for (const [name, part] of Object.entries(members)) {
    if (typeof part === "object" && part !== null)
      yield* listRoutes(part, given[name] ?? {}, `${group}${name}.`);
  }
}

function describeMethod(client: object, method: AnyAnswer): CallDescription | undefined {
  let description: CallDescription | undefined;
  const receive = (received: CallDescription): unknown => (description = received);
  const parameters = Array.from({ length: Math.max(method.length - 1, 0) }, () => undefined);
  method.call(client, ...parameters, { [describeKey]: receive });
  return description;
}

function makeRoute(
  name: string,
  { operation, baseUrl }: CallDescription,
  answer: AnyAnswer | undefined,
): Route {
  const parts = operation.path.map((part) => part.replace(/[^\w/]/g, "\\$&"));
  const count = listPathParameters(operation).length;
  const pattern = new RegExp(`^${parts.join("([^/]+)")}${count === parts.length ? "([^/]+)" : ""}$`);
  return { name, operation, baseUrl, pattern, answer };
}

function listPathParameters({ parameters = [] }: Operation<unknown>) {
  return parameters.filter(({ location }) => location === undefined);
}

async function answerRoute(
  { name, operation, pattern, answer }: Route,
  path: string,
  request: Request,
): Promise<Response> {
  if (!answer)
    return Response.json({ message: `${name} has no answer; give mswHandlers one` }, { status: 501 });
  const [, ...texts] = pattern.exec(path) ?? [];
  const values = listPathParameters(operation).map(({ guard }, index) =>
    readValue(texts[index] ?? "", guard),
  );
  const body = operation.write ? [await readBody(request.clone())] : [];
  const result = await answer(...values, ...body, request);
  if (result instanceof Response) return result;
  return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
}

function readValue(text: string, guard: (value: unknown) => boolean): unknown {
  const decoded = decodeURIComponent(text);
  return [decoded, Number(decoded), decoded === "true"].find(guard) ?? decoded;
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (/[/+]json\b/.test(type)) return request.json();
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)
    ? request.formData()
    : request.text();
}
