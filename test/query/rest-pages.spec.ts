import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient } from "@tanstack/query-core";
import {
  deserializeData,
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  serializeData,
} from "@stratus/query";
import { describe, expect, it } from "vitest";
import type { Call } from "../../generator/src/rest/runtime/call.js";
import type { CallOptions } from "../../generator/src/rest/runtime/call-options.js";
import { readPages } from "../../generator/src/rest/runtime/pagination.js";
import { Session } from "../../generator/src/rest/runtime/session.js";

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly next: string | null;
}

const list = {
  name: "things.list",
  path: ["/things"],
  parameters: [
    { name: "cursor", location: "query", guard: (one: unknown) => typeof one === "string", rule: "" },
  ],
} as const;

/** A group of operations as the generator writes it. */
class Things {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }
  list(options?: CallOptions): Call<Page> {
    return this.#session.call(list, {}, options);
  }
  pages(options?: CallOptions): AsyncIterable<Page> {
    return readPages(this.#session, list, {}, options, {
      items: ["items"],
      cursor: "cursor",
    }) as AsyncIterable<Page>;
  }
  update(id: number, _body: object, options?: CallOptions): Call<object> {
    return this.#session.call(
      { name: "things.update", method: "PUT", path: ["/things/"], parameters: [idParameter] },
      { values: [id] },
      options,
    );
  }
  modify(id: number, _body?: object, options?: CallOptions): Call<object> {
    return this.#session.call(
      { name: "things.modify", method: "PATCH", path: ["/things/"], parameters: [idParameter] },
      { values: [id] },
      options,
    );
  }
  get(id: number, options?: CallOptions): Call<object> {
    return this.#session.call(
      { name: "things.get", path: ["/things/"], parameters: [idParameter] },
      { values: [id] },
      options,
    );
  }
}

const idParameter = { name: "id", guard: (one: unknown) => typeof one === "number", rule: "" };

function serve(pages: readonly (readonly number[])[]) {
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(String(input));
    sent.push(url.pathname + url.search);
    const index = Number(url.searchParams.get("cursor") ?? "0");
    const items = (pages[index] ?? []).map((id) => ({ id }));
    return Response.json({ items, next: index + 1 < pages.length ? `${index + 1}` : null });
  };
  return { sent, things: new Things(new Session({ baseUrl: "https://api.test", fetch, retry: false })) };
}

const idsOf = (data: { readonly pages: readonly Page[] } | undefined) =>
  data?.pages.map(({ items }) => items.map(({ id }) => id));

describe("the pages of a REST list", () => {
  const three = [[1, 2], [3], [4]];

  it("are read one by one, without reading one twice", async () => {
    const { sent, things } = serve(three);
    const observer = new InfiniteQueryObserver(new QueryClient(), infiniteQueryOptions(things, "pages"));
    await observer.fetchNextPage();
    expect(observer.getCurrentResult().hasNextPage).toBe(true);
    expect(sent).toHaveLength(1);
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    const { data, hasNextPage } = observer.getCurrentResult();
    expect(idsOf(data)).toEqual(three);
    expect(hasNextPage).toBe(false);
    expect(sent).toEqual(["/things", "/things?cursor=1", "/things?cursor=2"]);
  });

  it("are all read again by a refetch", async () => {
    const { sent, things } = serve(three);
    const observer = new InfiniteQueryObserver(new QueryClient(), infiniteQueryOptions(things, "pages"));
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    await observer.refetch();
    expect(sent).toEqual(["/things", "/things?cursor=1", "/things", "/things?cursor=1"]);
    expect(idsOf(observer.getCurrentResult().data)).toEqual([[1, 2], [3]]);
  });

  it("go on after hydration", async () => {
    const { things } = serve(three);
    const cache = new QueryClient();
    await cache.fetchInfiniteQuery(infiniteQueryOptions(things, "pages"));
    const text = JSON.stringify(dehydrate(cache, { serializeData }));
    const page = new QueryClient();
    hydrate(page, JSON.parse(text), { defaultOptions: { deserializeData } });
    const other = serve(three);
    const observer = new InfiniteQueryObserver(page, infiniteQueryOptions(other.things, "pages"));
    await observer.fetchNextPage();
    expect(idsOf(observer.getCurrentResult().data)).toEqual([[1, 2], [3]]);
  });

  it("go on if the cache keeps only the last pages", async () => {
    const { sent, things } = serve([[1], [2], [3], [4]]);
    const observer = new InfiniteQueryObserver(new QueryClient(), {
      ...infiniteQueryOptions(things, "pages"),
      maxPages: 2,
      getPreviousPageParam: () => undefined,
    });
    for (let count = 0; count < 4; count++) await observer.fetchNextPage();
    expect(idsOf(observer.getCurrentResult().data)).toEqual([[3], [4]]);
    expect(observer.getCurrentResult().hasNextPage).toBe(false);
    expect(sent).toHaveLength(4);
    await observer.refetch();
    expect(idsOf(observer.getCurrentResult().data)).toEqual([[3], [4]]);
  });

  it("end if the list becomes shorter", async () => {
    const pages = [[1], [2]];
    const { things } = serve(pages);
    const cache = new QueryClient();
    const observer = new InfiniteQueryObserver(cache, infiniteQueryOptions(things, "pages"));
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    pages.length = 1;
    await observer.refetch();
    expect(idsOf(observer.getCurrentResult().data)).toEqual([[1]]);
    expect(observer.getCurrentResult().hasNextPage).toBe(false);
  });
});

it("a change by REST makes reads of its URL and of its collection outdated", async () => {
  const { things } = serve([[1]]);
  const cache = new QueryClient();
  const queries = [
    queryOptions(things, "list"),
    queryOptions(things, "get", 1),
    queryOptions(things, "get", 12),
  ];
  for (const query of queries) await cache.fetchQuery(query as never);
  const { mutationFn } = mutationOptions(things, "update");
  await mutationFn([1, { name: "new" }], { client: cache });
  expect(queries.map(({ queryKey }) => cache.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
});

it("an operation of REST may be called modify, and its optional parameters may be left out", async () => {
  const { sent, things } = serve([[1]]);
  const cache = new QueryClient();
  const get = queryOptions(things, "get", 1);
  await cache.fetchQuery(get as never);
  const modify = mutationOptions(things, "modify", { call: { timeoutMs: 5_000 } });
  await modify.mutationFn([1] as never, { client: cache });
  expect(cache.getQueryState(get.queryKey)?.isInvalidated).toBe(true);
  await modify.mutationFn([1, { name: "new" }], { client: cache });
  expect(sent).toEqual(["/things/1", "/things/1", "/things/1"]);
});
