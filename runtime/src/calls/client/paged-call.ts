import { typeError } from "../../base/text/coded-error.js";
import { localName, readProperty } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/**
 * All items of a paginated method. Each page is requested when the loop reaches it, so leaving the loop early saves the
 * rest. Each loop starts at the first page.
 */
export interface PagedCall<Item, Page> extends AsyncIterable<Item> {
  /** The pages instead of their items. */
  pages(): AsyncIterable<Page>;
  /** Returns all items in one array. A loop needs less memory for long lists. */
  toArray(): Promise<Item[]>;
}

/** The method to paginate. */
interface PageSource<Page> {
  /** The first request, as the caller wrote it. */
  readonly request: object;
  readonly requestTable: MessageTable;
  readonly responseTable: MessageTable;
  /** The property of the response with the items. */
  readonly items: string;
  /** The caller's signal. After an abort, the loop yields no more items, not even of the current page. */
  readonly signal: AbortSignal | undefined;
  /** Fetches one page. */
  readonly fetch: (request: object) => Promise<Page>;
  /** Creates the error for a response that the method cannot return. */
  readonly createError: (text: string) => Error;
}

/** Creates the pagination of a method with `page_token` and `next_page_token` (AIP-158). */
export function pagedCall<Item, Page>(source: PageSource<Page>): PagedCall<Item, Page> {
  return {
    pages: () => readPages(source),
    // Only for mistakes, so they are not in the type.
    // oxlint-disable-next-line unicorn/no-thenable -- `await` is such a mistake
    ...({ [Symbol.iterator]: throwNeedsAwait, then: rejectAwait } as object),
    [Symbol.asyncIterator]: () => readItems<Item, Page>(source)[Symbol.asyncIterator](),
    async toArray() {
      const all: Item[] = [];
      for await (const item of readItems<Item, Page>(source)) all.push(item);
      return all;
    },
  };
}

/** @throws TypeError always, because the loop must be `for await`. */
export function throwNeedsAwait(): never {
  throw typeError(
    "CALL_MISUSED",
    "a list is read with `for await`, or one page of it with `await list(...)`",
  );
}

/** Rejects `await client.listAll(...)`, which would silently give an object without items. */
function rejectAwait(_resolve: unknown, reject: (reason: Error) => void): void {
  reject(
    typeError(
      "CALL_MISUSED",
      "listAll is not awaited: loop over it with `for await`, or get all items with `await client.listAll(...).toArray()`",
    ),
  );
}

async function* readItems<Item, Page>(source: PageSource<Page>): AsyncIterable<Item> {
  for await (const page of readPages(source)) {
    for (const item of readPageItems<Item>(page, source.items)) {
      if (source.signal?.aborted) throw source.signal.reason;
      yield item;
    }
  }
}

async function* readPages<Page>(source: PageSource<Page>): AsyncIterable<Page> {
  const tokenProperty = localName(source.requestTable, "page_token");
  const nextProperty = localName(source.responseTable, "next_page_token");
  const seen = new Set<unknown>([readProperty(source.request, tokenProperty)]);
  let request = source.request;
  let count = 0;
  for (;;) {
    const page = await source.fetch(request);
    yield page;
    const token = readProperty(page, nextProperty);
    if (!token) return;
    if (seen.has(token)) {
      const pages = ++count === 1 ? "1 page" : `${count} pages`;
      throw source.createError(
        `the server returned a page token for the second time, after ${pages}: the list would never end`,
      );
    }
    count++;
    seen.add(token);
    request = { ...source.request, [tokenProperty]: token };
  }
}

/** Reads the items of a page. The generator has found the property by the type of the response. */
function readPageItems<Item>(page: unknown, property: string): readonly Item[] {
  const items = readProperty(page, property);
  return Array.isArray(items) ? items : [];
}
