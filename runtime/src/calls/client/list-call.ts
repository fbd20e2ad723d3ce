import type { MessageTable } from "../../messages/table/table.js";
import type { Call } from "./call.js";
import { guardsOf } from "./not-awaited.js";
import { needsAwait, type PagedCall } from "./paged-call.js";

/**
 * A call of a paginated method. Awaited it is one page, that of the request's `page_token`; `for await` goes through all items,
 * page after page, as `listAll` does. Nothing is called before one of them.
 */
export interface ListCall<Item, Page> extends Call<Page>, PagedCall<Item, Page> {}

/** Joins both: the page, which is called when it is first asked for, and all items. */
export function listCall<Item, Page>(
  callPage: () => Call<Page>,
  all: PagedCall<Item, Page>,
  table: MessageTable,
): ListCall<Item, Page> {
  let call: Call<Page> | undefined;
  const page = (): Call<Page> => (call ??= callPage());
  return Object.defineProperties(new LazyCall(page, all), guardsOf(table));
}

/** A promise in all but its start. */
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

  /** @throws TypeError always: a loop in plain JavaScript has to say that it waits. */
  [Symbol.iterator](): never {
    return needsAwait();
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return this.#all[Symbol.asyncIterator]();
  }
}
