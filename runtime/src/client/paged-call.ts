import type { MessageTable } from "../table/table.js";

/**
 * All items of a paged method, page after page. Pages are fetched as they are
 * read: leaving the loop early fetches no more. Each loop starts at the first page.
 */
export interface PagedCall<Item, Page> extends AsyncIterable<Item> {
  /** The pages instead of their items. */
  pages(): AsyncIterable<Page>;
}

/** What pages are made of. */
export interface PageParts<Page> {
  /** The first request, as the caller wrote it. */
  readonly request: object;
  readonly requestTable: MessageTable;
  readonly responseTable: MessageTable;
  /** Property of the items. */
  readonly items: string;
  /** Fetches one page. */
  readonly fetch: (request: object) => Promise<Page>;
}

/** The pages of a method with `page_token` and `next_page_token`. */
export function pagesOf<Item, Page>(parts: PageParts<Page>): PagedCall<Item, Page> {
  return {
    pages: () => readPages(parts),
    async *[Symbol.asyncIterator]() {
      for await (const page of readPages(parts)) yield* itemsOf<Item>(page, parts.items);
    },
  };
}

async function* readPages<Page>(parts: PageParts<Page>): AsyncIterable<Page> {
  const tokenProperty = propertyOf(parts.requestTable, "page_token");
  const nextProperty = propertyOf(parts.responseTable, "next_page_token");
  const seen = new Set<unknown>([valueOf(parts.request, tokenProperty)]);
  let request = parts.request;
  for (;;) {
    const page = await parts.fetch(request);
    yield page;
    const token = valueOf(page, nextProperty);
    // A token that came before would lead round in a circle.
    if (!token || seen.has(token)) return;
    seen.add(token);
    request = { ...parts.request, [tokenProperty]: token };
  }
}

function propertyOf(table: MessageTable, name: string): string {
  return table.byName.get(name)?.local ?? name;
}

function valueOf(message: unknown, property: string): unknown {
  return typeof message === "object" && message !== null ? Reflect.get(message, property) : undefined;
}

/** The generator has found the property by the response's type. */
function itemsOf<Item>(page: unknown, property: string): readonly Item[] {
  const items = valueOf(page, property);
  return Array.isArray(items) ? items : [];
}
