import type { DataTag, InfiniteData } from "@tanstack/query-core";
import type { CallOptions } from "../cache/cache-types.js";
import { describeRead, type CallKey } from "../client/call-key.js";
import type {
  AnyPages,
  FailureOf,
  PageOf,
  PagesName,
  ParametersOf,
  ResultOf,
} from "../client/client-types.js";
import { callMethod, type MessageTable } from "../client/describe-call.js";
import type { ListedPage } from "../cache/page-walk.js";

/** Options of an infinite query that reads the pages of a list. `Cached` is a page as the cache has it. */
export interface PagesQueryOptions<Cached, Page, Failure> extends CallOptions<Failure> {
  /** The key, with the types of its data and its error. It differs from the key of a single page. */
  readonly queryKey: DataTag<CallKey, InfiniteData<Cached, string>, Failure>;
  /** Reads a page. The signal of the query aborts the call. */
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: string;
  }) => Promise<Cached>;
  /** The page token of the request; empty for the first page. */
  readonly initialPageParam: string;
  /** Returns the token or the number of the next page; `undefined` after the last one. */
  readonly getNextPageParam: (
    page: Cached,
    pages: Cached[],
    param: string,
    params: string[],
  ) => string | undefined;
  /** Returns the pages of a REST list without the marks that the cache has. */
  readonly select?: (data: InfiniteData<Cached, string>) => InfiniteData<Page, string>;
}

/** The cache has the pages of a gRPC list as they are, and those of a REST list with marks. */
type CachedPage<Client, Name extends keyof Client> =
  ResultOf<Client, Name> extends AnyPages ? PageOf<Client, Name> : ListedPage<PageOf<Client, Name>>;

/**
 * Returns the options of an infinite query for a list and its parameters:
 *
 * ```ts
 * useInfiniteQuery(infiniteQueryOptions(instances, "list", { parentId }));
 * ```
 *
 * The page token of the request is that of the first page. A page token that is empty, or that came before, ends the list.
 * Of a REST client, it takes the method that iterates over pages, such as `pages`.
 *
 * @throws As `queryOptions` does.
 */
export function infiniteQueryOptions<Client extends object, Name extends PagesName<Client>>(
  client: Client,
  method: Name,
  ...parameters: ParametersOf<Client, Name>
): PagesQueryOptions<CachedPage<Client, Name>, PageOf<Client, Name>, FailureOf<Client, Name>> {
  const { key, call } = describeRead(client, method, parameters);
  const read = call.rpc
    ? readByToken(client, method, parameters, call.rpc)
    : readByNumber(client, method, parameters, key);
  // The types follow from those of the client.
  return { queryKey: [...key, "pages"], retry: false, ...read } as never;
}

type PageReading = Pick<
  PagesQueryOptions<never, never, never>,
  "queryFn" | "initialPageParam" | "getNextPageParam" | "select"
>;

function readByToken(
  client: object,
  method: string,
  [request, ...others]: readonly unknown[],
  rpc: { readonly request: MessageTable; readonly response: MessageTable },
): PageReading {
  const token = findProperty(rpc.request, "page_token");
  const next = findProperty(rpc.response, "next_page_token");
  return {
    queryFn: ({ pageParam, signal }) =>
      callMethod(client, method, [{ ...(request as object), [token]: pageParam }, ...others], {
        signal,
      }) as never,
    initialPageParam: (request as Readonly<Record<string, string>>)[token] ?? "",
    getNextPageParam: (page, _pages, _param, params) =>
      page[next] && !params.includes(page[next]) ? page[next] : undefined,
  };
}

function findProperty({ fields }: MessageTable, name: string): string {
  return fields.find((field) => field.name === name)?.local ?? name;
}

function readByNumber(
  client: object,
  method: string,
  parameters: readonly unknown[],
  key: CallKey,
): PageReading {
  return {
    queryFn: async ({ pageParam, signal }) => {
      // Only REST lists need it.
      const { readListedPage } = await import("../cache/page-walk.js");
      return readListedPage(client, key, +pageParam, signal, (more) =>
        callMethod(client, method, parameters, more),
      ) as never;
    },
    initialPageParam: "0",
    getNextPageParam: ({ hasNext }: ListedPage<unknown>, _pages, param) =>
      hasNext ? `${+param + 1}` : undefined,
    select: ({ pages, pageParams }: InfiniteData<ListedPage<unknown>, string>) => ({
      pages: pages.map(({ page }) => page).filter((page) => page !== null) as never[],
      pageParams,
    }),
  };
}
