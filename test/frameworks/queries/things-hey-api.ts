import type { QueryClient } from "@tanstack/react-query";
import {
  getThingOptions,
  getThingQueryKey,
  listThingsInfiniteOptions,
  listThingsInfiniteQueryKey,
  updateThingMutation,
} from "./hey/@tanstack/react-query.gen.js";
import type { Options } from "./hey/sdk.gen.js";
import type { Thing, ThingPage, UpdateThingData } from "./hey/types.gen.js";

export const detailOptions = (id: string) => getThingOptions({ path: { id } });
export const listOptions = () => ({
  ...listThingsInfiniteOptions({}),
  initialPageParam: "",
  getNextPageParam: (page: ThingPage) => page.next_page_token || undefined,
});
export const editOptions = (cache: QueryClient) => ({
  ...updateThingMutation(),
  onSuccess: async (thing: Thing, { path }: Options<UpdateThingData>) => {
    cache.setQueryData(getThingQueryKey({ path }), thing);
    await cache.invalidateQueries({ queryKey: listThingsInfiniteQueryKey() });
  },
});
