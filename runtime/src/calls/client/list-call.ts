import type { MessageTable } from "../../messages/table/table.js";
import type { Call } from "./call.js";
import { createGuards } from "./await-guard.js";
import { throwNeedsAwait, type PagedCall } from "./paged-call.js";

/**
 * A call of a paginated method. `await` reads one page, that of the request's `page_token`. `for await` iterates over all
 * items, page by page, like `listAll`. The first page is requested on first use.
 */
export interface ListCall<Item, Page> extends Call<Page>, PagedCall<Item, Page> {}

/** Creates the call of one page and of all pages. */
export function listCall<Item, Page>(
  callPage: () => Call<Page>,
  all: PagedCall<Item, Page>,
  table: MessageTable,
): ListCall<Item, Page> {
  let call: Call<Page> | undefined;
  const page = (): Call<Page> => (call ??= callPage());
  return Object.defineProperties(new LazyCall(page, all), createGuards(table));
}

/** A promise whose call starts on first use. */
class LazyCall<Item, Page> implements ListCall<Item, Page> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #page: () => Call<Page>;
  readonly #all: PagedCall<Item, Page>;

  constructor(page: () => Call<Page>, all: PagedCall<Item, Page>) {
    this.#page = page;
    this.#all = all;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Then = Page, Catch = never>(
    onResponse?: ((page: Page) => Then | PromiseLike<Then>) | null,
    onFailure?: ((reason: unknown) => Catch | PromiseLike<Catch>) | null,
  ): Promise<Then | Catch> {
    return this.#page().then(onResponse, onFailure);
  }

  catch<Catch = never>(
    onFailure?: ((reason: unknown) => Catch | PromiseLike<Catch>) | null,
  ): Promise<Page | Catch> {
    return this.#page().catch(onFailure);
  }

  finally(onEnd?: (() => void) | null): Promise<Page> {
    return this.#page().finally(onEnd);
  }

  withResponse(): ReturnType<Call<Page>["withResponse"]> {
    return this.#page().withResponse();
  }

  pages(): AsyncIterable<Page> {
    return this.#all.pages();
  }

  toArray(): Promise<Item[]> {
    return this.#all.toArray();
  }

  /** @throws TypeError always, because the loop must be `for await`. */
  [Symbol.iterator](): never {
    return throwNeedsAwait();
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return this.#all[Symbol.asyncIterator]();
  }
}
