import type { Call } from "./call.js";
import { type CallDescription, describeKey } from "./describe-call.js";
import type { Operation } from "./operation.js";
import { OptionsError } from "./options-error.js";

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

/** An operation, its name for people, and its answer if it has one. */
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

/** Lists the operations of a client and its groups. */
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

/** Describes the operation of a method. Iterations over pages call the same operation as their list. */
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

/** Converts the text of a path parameter to the type that its description accepts. */
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
