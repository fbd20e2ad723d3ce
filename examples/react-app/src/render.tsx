import { dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { infiniteQueryOptions, queryOptions, serializeData } from "@stratus/query";
import { createCache, type Api } from "./api.js";
import { App } from "./app.js";
import type { PageData } from "./page-data.js";

/** The part of the data of a page that needs no call. */
export type PageRequest = Pick<PageData, "baseUrl" | "user" | "instanceId">;

/**
 * Reads what the page shows first, and renders it. A read that fails is not part of the page. The page reads it again, and shows
 * why that fails.
 */
export async function render(api: Api, request: PageRequest): Promise<{ html: string; data: PageData }> {
  const { instances, parentId } = api;
  const cache = createCache();
  const list = infiniteQueryOptions(instances, "list", { parentId, pageSize: 10 });
  const detail = queryOptions(instances, "get", { id: request.instanceId });
  await Promise.all([
    cache.prefetchInfiniteQuery(list),
    request.instanceId !== "" && cache.prefetchQuery(detail),
  ]);
  const data = { ...request, parentId, state: dehydrate(cache, { serializeData }) };
  return { html: renderToString(<App api={api} cache={cache} data={data} />), data };
}
