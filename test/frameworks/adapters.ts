/** The options of queries and mutations have the types that each adapter of TanStack Query expects. Compiled, not run. */
import * as react from "@tanstack/react-query";
import * as solid from "@tanstack/solid-query";
import * as svelte from "@tanstack/svelte-query";
import * as vue from "@tanstack/vue-query";
import { infiniteQueryOptions, mutationOptions, operationOptions, queryOptions } from "@stratus/query";
import type { InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { CatalogueClient } from "@svc/catalogue";

declare const instances: InstanceServiceClient;
declare const catalogue: CatalogueClient;
declare const id: string;

export function inReact(): unknown[] {
  const vm = react.useQuery({ ...queryOptions(instances, "get", { id }), enabled: id !== "" });
  const course = react.useSuspenseQuery(queryOptions(catalogue.courses, "get", "CS", 101));
  const list = react.useInfiniteQuery(infiniteQueryOptions(instances, "list", { parentId: id }));
  const names = list.data?.pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.name));
  const create = react.useMutation({
    ...mutationOptions(instances, "create"),
    onSuccess: (operation) => console.log(operation.id),
  });
  create.mutate({ metadata: { parentId: id, name: "web-1" }, spec: { cpu: 4 } });
  const modify = react.useMutation(mutationOptions(instances, "modify"));
  modify.mutate([{ id }, (one) => void (one.spec.cpu = 8)]);
  const operation = react.useQuery(operationOptions(instances, create.data?.id ?? ""));
  const cpu: number | undefined = vm.data?.spec.cpu;
  return [
    cpu,
    vm.error?.violations,
    course.data.title,
    names,
    create.error?.requestId,
    operation.data?.status?.code,
  ];
}

export function inVue(): unknown[] {
  const vm = vue.useQuery(queryOptions(instances, "get", { id }));
  const list = vue.useInfiniteQuery(infiniteQueryOptions(instances, "list", { parentId: id }));
  const modify = vue.useMutation(mutationOptions(instances, "modify"));
  modify.mutate([{ id }, (one) => void (one.spec.cpu = 8)]);
  const cpu: number | undefined = vm.data.value?.spec.cpu;
  return [cpu, list.data.value?.pages.length, modify.error.value?.code];
}

export function inSolid(): unknown[] {
  const vm = solid.useQuery(() => queryOptions(instances, "get", { id }));
  const list = solid.useInfiniteQuery(() => infiniteQueryOptions(instances, "list", { parentId: id }));
  const modify = solid.useMutation(() => mutationOptions(instances, "modify"));
  modify.mutate([{ id }, (one) => void (one.spec.cpu = 8)]);
  const cpu: number | undefined = vm.data?.spec.cpu;
  return [cpu, list.data?.pages.length, modify.error?.code];
}

export function inSvelte(): unknown[] {
  const vm = svelte.createQuery(() => queryOptions(instances, "get", { id }));
  const list = svelte.createInfiniteQuery(() => infiniteQueryOptions(instances, "list", { parentId: id }));
  const modify = svelte.createMutation(() => mutationOptions(instances, "modify"));
  modify.mutate([{ id }, (one) => void (one.spec.cpu = 8)]);
  const cpu: number | undefined = vm.data?.spec.cpu;
  return [cpu, list.data?.pages.length, modify.error?.code];
}
