/** A page of a REST list in the cache. `page` is `null` if the list became shorter. */
export interface ListedPage<Page> {
  readonly page: Page | null;
  readonly hasNext: boolean;
}

/** A loop over the pages of a list that has not ended. */
interface PageWalk {
  readonly pages: AsyncIterator<unknown>;
  readonly controller: AbortController;
  /** Number of pages that were read. */
  count: number;
  hasNext: boolean;
}

/** The option by which a REST client reports with each page whether there is another one. */
const pageKey: unique symbol = Symbol.for("stratus.receivePage");

/** The loops of each client by the keys of their queries. */
const walks = new WeakMap<object, Map<string, PageWalk>>();

/**
 * Reads a page of a REST list. Only a response shows where the next page is, so the loop over the pages waits until the
 * next page is requested. Without such a loop, for example after hydration, it reads the earlier pages again.
 */
export async function readListedPage(
  client: object,
  key: readonly unknown[],
  index: number,
  signal: AbortSignal,
  list: (more: object) => unknown,
): Promise<ListedPage<unknown>> {
  const open = walks.get(client) ?? new Map<string, PageWalk>();
  walks.set(client, open);
  const hash = JSON.stringify(key);
  const waiting = open.get(hash);
  open.delete(hash);
  const walk = waiting?.count === index ? waiting : startWalk(list);
  const abort = (): void => walk.controller.abort(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    for (;;) {
      walk.hasNext = false;
      const { done, value } = await walk.pages.next();
      if (done) return { page: null, hasNext: false };
      if (walk.count++ < index) continue;
      if (walk.hasNext) open.set(hash, walk);
      return { page: value, hasNext: walk.hasNext };
    }
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function startWalk(list: (more: object) => unknown): PageWalk {
  const controller = new AbortController();
  const receive = (hasNext: boolean): boolean => (walk.hasNext = hasNext);
  const pages = list({ signal: controller.signal, [pageKey]: receive }) as AsyncIterable<unknown>;
  const walk: PageWalk = { pages: pages[Symbol.asyncIterator](), controller, count: 0, hasNext: false };
  return walk;
}
