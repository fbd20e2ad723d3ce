import type { Call } from "./call.js";
import type { Input, OperationOptions, PageOptions } from "./call-options.js";
import { ApiError } from "./error.js";
import { ownProperty } from "./guard.js";
import type { Operation } from "./operation.js";
import { resolveLink } from "./page-links.js";
import { PageWalk } from "./page-walk.js";
import type { Pagination } from "./page-plan.js";
import { OptionsError } from "./options-error.js";
import type { Session } from "./session.js";

const defaultMaxPages = 10_000;

/** The option by which a program learns with each page whether there is another one. `@stratus/query` uses it. */
const pageKey: unique symbol = Symbol.for("stratus.receivePage");

/** Options with a function that is called before each page. */
interface PageReceiving {
  readonly [pageKey]?: (hasNext: boolean) => void;
}

/**
 * Iterates over the pages of a list and requests each one when the loop needs it.
 * `maxAttempts` and time limits apply to each page, the signal to all of them.
 *
 * @throws `VALIDATION` if the list has more than `maxPages` pages, or if its pages do not lead to an end.
 */
export async function* readPages<T>(
  session: Session,
  operation: Operation<T>,
  input: Input,
  given: (OperationOptions & PageOptions) | undefined,
  pagination: Pagination,
): AsyncGenerator<T, void> {
  const { maxPages = defaultMaxPages, ...options } = given ?? {};
  if (!(maxPages >= 1))
    throw new OptionsError("OPTION_INVALID", `maxPages must be at least 1, got ${maxPages}`, "maxPages");
  const walk = new PageWalk(operation, pagination, options.params, input);
  let request: Pick<OperationOptions, "params"> & { readonly input: Input } = {
    params: options.params,
    input,
  };
  for (;;) {
    const { params } = request;
    const call: Call<T> = session.call(operation, request.input, params ? { ...options, params } : options);
    const { data, response } = await call.withResponse();
    const { isHidden, error, next, difference } = walk.read(
      data,
      listItems(operation, data, pagination),
      response,
    );
    if (!isHidden) {
      (given as PageReceiving | undefined)?.[pageKey]?.(next !== undefined || error !== undefined);
      yield data;
    }
    if (difference) await session.reportDifference(operation.name, difference);
    if (error) throw error;
    if (!next) return;
    if (walk.count >= maxPages) {
      const what = `the list does not end within ${maxPages} pages, which were read; raise maxPages to read more`;
      throw new ApiError("VALIDATION", what, { operation: operation.name, clientReason: "PAGE_LIMIT" });
    }
    const { link } = next;
    const follow = (baseUrl: string, url: string): string =>
      resolveLink(link ?? "", { from: response.url, baseUrl, url, operation });
    request =
      link === undefined ? { input, ...next } : { params: options.params, input: { ...input, link: follow } };
  }
}

/** Iterates over the items of all pages. */
export async function* readItems<T>(
  pages: AsyncIterable<unknown>,
  pagination: Pagination,
): AsyncGenerator<T, void> {
  for await (const page of pages) yield* (findList(page, pagination) ?? []) as readonly T[];
}

function findList(data: unknown, { items = [] }: Pagination): unknown {
  return items.reduce<unknown>((part, name) => ownProperty(Object(part) as object, name), data);
}

/** Returns the items of a page. Servers may leave out an empty list. Throws if something else is in its place. */
function listItems({ name }: Operation<unknown>, data: unknown, pagination: Pagination): readonly unknown[] {
  const { items, hasItems } = pagination;
  const list = findList(data, pagination);
  if (Array.isArray(list)) return list;
  if (items && (list === null || (list === undefined && !hasItems))) return [];
  throw new ApiError(
    "VALIDATION",
    `the response ${items ? `has no list ${items.join(".")}` : "is not a list"}, so its items cannot be read`,
    { operation: name },
  );
}
