/* Copied by `stratus openapi` from src/rest/runtime/pages.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Call } from "./call.js";
import { CatalogueError } from "./error.js";
import { own } from "./guard.js";
import type { Input, SentOptions } from "./call-options.js";
import type { Operation, Parameter } from "./operation.js";
import type { Session } from "./session.js";

/** How the next page of a list is asked for. */
export interface PagePlan {
  /** The property that holds the items; absent where the answer is the list. */
  readonly items?: string;
  /** The query parameter that says which page; absent for links. */
  readonly parameter?: string;
  /** Where an answer holds the token of the next page. */
  readonly token?: readonly string[];
  /** Makes of a number what the parameter is; absent where it is a number. */
  readonly as?: (count: number) => unknown;
  /** The number of the first page; absent where items are counted. */
  readonly firstPage?: number;
  /** The `Link` header names the next page (RFC 8288). */
  readonly isLinked?: boolean;
}

type Params = Readonly<Record<string, unknown>>;

/**
 * The pages of a list, each asked for when the loop comes to it. `maxAttempts`
 * and time limits hold for each page, the signal for all of them.
 */
export async function* readPages<T>(
  session: Session,
  operation: Operation<T>,
  input: Input,
  options: SentOptions | undefined,
  plan: PagePlan,
): AsyncGenerator<T, void> {
  let params = (options?.params ?? {}) as Params;
  const seen = new Set<string>();
  for (let page = 0; ; page++) {
    const call: Call<T> = session.call(operation, input, { ...options, params });
    const { data, response } = await call.withResponse();
    const items = listItems(data, plan);
    // Counted pages have no end of their own but one without items.
    if (page > 0 && items.length === 0 && !plan.token && !plan.isLinked) return;
    yield data;
    const next = findNext(plan, operation.parameters ?? [], data, response, params, items.length);
    if (!next) return;
    params = { ...params, ...next };
    const key = Object.entries(next).join();
    if (seen.has(key)) {
      throw new CatalogueError("VALIDATION", "the server names the same page again as the next one", {
        operation: operation.name,
      });
    }
    seen.add(key);
  }
}

/** The items of all pages. */
export async function* readItems<T>(pages: AsyncIterable<unknown>, plan: PagePlan): AsyncGenerator<T, void> {
  for await (const page of pages) yield* listItems(page, plan) as readonly T[];
}

function listItems(data: unknown, { items }: PagePlan): readonly unknown[] {
  const list = items === undefined ? data : own(Object(data) as object, items);
  return Array.isArray(list) ? list : [];
}

/** The parameters of the next page; undefined where this is the last one. */
function findNext(
  { parameter = "", token, firstPage, isLinked, as = (count) => count }: PagePlan,
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
    const value = token.reduce<unknown>((part, name) => own(Object(part) as object, name), data);
    if (value === undefined || value === null || value === "" || value === false) return undefined;
    // Some services give the whole address of the next page.
    const isAddress = typeof value === "string" && /^(https?:\/)?\/.*\?/.test(value);
    const url = isAddress ? parseUrl(value, response.url) : undefined;
    return url ? readParams(url, parameters) : { [parameter]: value };
  }
  if (count === 0) return undefined;
  const current = Number(params[parameter] ?? firstPage ?? 0);
  return { [parameter]: as(current + (firstPage === undefined ? count : 1)) };
}

/** The target of the link to the next page. */
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

/** The described parameters in an address, each of the kind that it is described as. */
function readParams(url: URL, parameters: readonly Parameter[]): Params {
  const known = parameters.filter(({ place, name }) => place === "query" && url.searchParams.has(name));
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
