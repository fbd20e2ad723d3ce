import type { QueryClient } from "@tanstack/react-query";
import {
  getGetThingQueryKey,
  getGetThingQueryOptions,
  getListThingsInfiniteQueryKey,
  getListThingsInfiniteQueryOptions,
  getUpdateThingMutationOptions,
  type listThingsResponse,
  type updateThingResponse,
} from "./orval/api.js";

export const detailOptions = (id: string) => getGetThingQueryOptions(id);
export const listOptions = () => ({
  ...getListThingsInfiniteQueryOptions(),
  initialPageParam: "",
  getNextPageParam: ({ data }: listThingsResponse) => data.next_page_token || undefined,
});
export const editOptions = (cache: QueryClient) =>
  getUpdateThingMutationOptions({
    mutation: {
      onSuccess: async (thing: updateThingResponse, { id }: { id: string }) => {
        cache.setQueryData(getGetThingQueryKey(id), thing);
        await cache.invalidateQueries({ queryKey: getListThingsInfiniteQueryKey() });
      },
    },
  });
