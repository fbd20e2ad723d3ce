import { clone } from "@bufbuild/protobuf";
import {
  callUnaryMethod,
  createConnectQueryKey,
  createInfiniteQueryOptions,
  createQueryOptions,
} from "@connectrpc/connect-query-core";
import type { QueryClient } from "@tanstack/query-core";
import { type Instance, InstanceSchema } from "./es/svc/compute/v1/instance_pb.js";
import { InstanceService } from "./es/svc/compute/v1/instance_service_pb.js";
import { transport } from "./clients/connect.js";

const { get, list, update } = InstanceService.method;

export const detailOptions = (id: string) => createQueryOptions(get, { id }, { transport });
export const listOptions = (parentId: string) =>
  createInfiniteQueryOptions(
    list,
    { parentId, pageToken: "" },
    { transport, pageParamKey: "pageToken", getNextPageParam: (page) => page.nextPageToken || undefined },
  );
export function editOptions(cache: QueryClient, id: string) {
  const { queryKey } = detailOptions(id);
  const lists = createConnectQueryKey({ schema: list, transport, cardinality: "infinite" });
  return {
    onMutate: async (change: (vm: Instance) => void) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<Instance>(queryKey);
      if (before) {
        const after = clone(InstanceSchema, before);
        change(after);
        cache.setQueryData(queryKey, after as never);
      }
      return { before };
    },
    // Without a mask, and without another try after a conflict.
    mutationFn: async (change: (vm: Instance) => void) => {
      const { metadata, spec, ...rest } = await callUnaryMethod(transport, get, { id });
      const vm = { metadata, spec, ...rest } as Instance;
      change(vm);
      return callUnaryMethod(transport, update, { metadata: vm.metadata!, spec: vm.spec! });
    },
    onError: (_error: Error, _change: unknown, context: { before: Instance | undefined } | undefined) => {
      cache.setQueryData(queryKey, context?.before as never);
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey }),
        cache.invalidateQueries({ queryKey: lists, exact: false }),
      ]),
  };
}
