import { localName, readProperty } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";

/**
 * All items of a paginated method, page after page. Pages are fetched as they
 * are read: leaving the loop early fetches no more. Each loop starts at the first page.
 */
export interface PagedCall<Item, Page> extends AsyncIterable<Item> {
  /** The pages instead of their items. */
  pages(): AsyncIterable<Page>;
  /** All items in one array. Of a list that may be long, a loop needs less memory. */
  toArray(): Promise<Item[]>;
}

/** The parts that pages are made of. */
interface PageParts<Page> {
  /** The first request, as the caller wrote it. */
  readonly request: object;
  readonly requestTable: MessageTable;
  readonly responseTable: MessageTable;
  /** Property of the items. */
  readonly items: string;
  /** The caller's: after an abort no item is given, also of a page that is there. */
  readonly signal: AbortSignal | undefined;
  /** Fetches one page. */
  readonly fetch: (request: object) => Promise<Page>;
}

/** The pages of a method with `page_token` and `next_page_token`. */
export function pagedCall<Item, Page>(parts: PageParts<Page>): PagedCall<Item, Page> {
  return {
    pages: () => readPages(parts),
    // For plain JavaScript: the type does not have it.
    ...({ [Symbol.iterator]: needsAwait } as object),
    [Symbol.asyncIterator]: () => readItems<Item, Page>(parts)[Symbol.asyncIterator](),
    async toArray() {
      const all: Item[] = [];
      for await (const item of readItems<Item, Page>(parts)) all.push(item);
      return all;
    },
  };
}

/** @throws TypeError always: a loop in plain JavaScript has to say that it waits. */
export function needsAwait(): never {
  throw new TypeError(
    "the items of a list are read with `for await`, and those of one page of `await list(...)`",
  );
}

async function* readItems<Item, Page>(parts: PageParts<Page>): AsyncIterable<Item> {
  for await (const page of readPages(parts)) {
    for (const item of pageItems<Item>(page, parts.items)) {
      if (parts.signal?.aborted) throw parts.signal.reason;
      yield item;
    }
  }
}

async function* readPages<Page>(parts: PageParts<Page>): AsyncIterable<Page> {
  const tokenProperty = localName(parts.requestTable, "page_token");
  const nextProperty = localName(parts.responseTable, "next_page_token");
  const seen = new Set<unknown>([readProperty(parts.request, tokenProperty)]);
  let request = parts.request;
  for (;;) {
    const page = await parts.fetch(request);
    yield page;
    const token = readProperty(page, nextProperty);
    // A token that came before would lead round in a circle.
    if (!token || seen.has(token)) return;
    seen.add(token);
    request = { ...parts.request, [tokenProperty]: token };
  }
}

/** The generator has found the property by the response's type. */
function pageItems<Item>(page: unknown, property: string): readonly Item[] {
  const items = readProperty(page, property);
  return Array.isArray(items) ? items : [];
}
