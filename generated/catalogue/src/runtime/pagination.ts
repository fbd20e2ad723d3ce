/* Copied by `stratus openapi` from src/rest/runtime/pagination.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Call } from "./call.js";
import { CatalogueError } from "./error.js";
import { ownProperty } from "./guard.js";
import type { Input, OperationOptions } from "./call-options.js";
import type { Operation, Parameter } from "./operation.js";
import type { Session } from "./session.js";

/** How the next page of a list is requested. */
export interface Pagination {
  /** The property with the items; absent if the response is the list. */
  readonly items?: string;
  /** The query parameter for the page; absent for links. */
  readonly parameter?: string;
  /** The path of the next page's token in a response. */
  readonly token?: readonly string[];
  /** Converts a number into the type of the parameter; absent if it is a number. */
  readonly as?: (count: number) => unknown;
  /** The number of the first page; absent if the parameter is an offset. */
  readonly firstPage?: number;
  /** The `Link` header names the next page (RFC 8288). */
  readonly isLinked?: boolean;
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Iterates over the pages of a list and requests each one when the loop needs it.
 * `maxAttempts` and time limits apply to each page, the signal to all of them.
 */
export async function* readPages<T>(
  session: Session,
  operation: Operation<T>,
  input: Input,
  options: OperationOptions | undefined,
  pagination: Pagination,
): AsyncGenerator<T, void> {
  let params = (options?.params ?? {}) as Params;
  const seen = new Set<string>();
  for (let page = 0; ; page++) {
    const call: Call<T> = session.call(operation, input, { ...options, params });
    const { data, response } = await call.withResponse();
    const items = listItems(data, pagination);
    // With page numbers and offsets, a page without items is the end.
    if (page > 0 && items.length === 0 && !pagination.token && !pagination.isLinked) return;
    yield data;
    const next = findNext(pagination, operation.parameters ?? [], data, response, params, items.length);
    if (!next) return;
    const key = Object.entries(next).join();
    const isCurrent = Object.entries(next).every(([name, value]) => value === params[name]);
    params = { ...params, ...next };
    if (isCurrent || seen.has(key)) {
      const pages = page === 0 ? "1 page" : `${page + 1} pages`;
      throw new CatalogueError(
        "VALIDATION",
        `the server returned a page token for the second time, after ${pages}: the list would never end`,
        { operation: operation.name },
      );
    }
    seen.add(key);
  }
}

/** Iterates over the items of all pages. */
export async function* readItems<T>(
  pages: AsyncIterable<unknown>,
  pagination: Pagination,
): AsyncGenerator<T, void> {
  for await (const page of pages) yield* listItems(page, pagination) as readonly T[];
}

function listItems(data: unknown, { items }: Pagination): readonly unknown[] {
  const list = items === undefined ? data : ownProperty(Object(data) as object, items);
  return Array.isArray(list) ? list : [];
}

/** Returns the parameters of the next page; undefined if this is the last one. */
function findNext(
  { parameter = "", token, firstPage, isLinked, as = (count) => count }: Pagination,
  parameters: readonly Parameter[],
  data: unknown,
  response: Response,
  params: Params,
  count: number,
): Params | undefined {
  if (isLinked) {
    const url = findNextLink(response.headers.get("link") ?? "", response.url);
    return url && readParams(url, parameters);
  }
  if (token) {
    const value = token.reduce<unknown>((part, name) => ownProperty(Object(part) as object, name), data);
    if (value === undefined || value === null || value === "" || value === false) return undefined;
    // Some services return the URL of the next page instead of a token.
    const isUrl = typeof value === "string" && /^(https?:\/)?\/.*\?/.test(value);
    const url = isUrl ? parseUrl(value, response.url) : undefined;
    return url ? readParams(url, parameters) : { [parameter]: value };
  }
  if (count === 0) return undefined;
  const current = Number(params[parameter] ?? firstPage ?? 0);
  return { [parameter]: as(current + (firstPage === undefined ? count : 1)) };
}

/** Returns the target of the link to the next page (RFC 8288). */
function findNextLink(header: string, base: string): URL | undefined {
  for (const [, target = "", attributes = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const isNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(attributes);
    const url = isNext ? parseUrl(target, base) : undefined;
    if (url) return url;
  }
  return undefined;
}

function parseUrl(text: string, base: string): URL | undefined {
  const from = base || "http://a.test";
  return URL.canParse(text, from) ? new URL(text, from) : undefined;
}

/** Reads the described parameters of a URL, each with its described type. */
function readParams(url: URL, parameters: readonly Parameter[]): Params {
  const known = parameters.filter(({ location, name }) => location === "query" && url.searchParams.has(name));
  return Object.fromEntries(
    known.map(({ name, guard }) => {
      const texts = url.searchParams.getAll(name);
      const [text = ""] = texts;
      const whole = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
      const options = [text, Number(text), whole, text === "true", texts, texts.map(Number)];
      return [name, options.find((option) => guard(option)) ?? text];
    }),
  );
}
