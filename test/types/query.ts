/** What an application writes with TanStack Query: names, parameters, data and errors have the types of the client. */
import {
  InfiniteQueryObserver,
  MutationObserver,
  type QueryClient,
  QueryObserver,
  dehydrate,
  hydrate,
} from "@tanstack/query-core";
import {
  deserializeData,
  infiniteQueryOptions,
  mutationOptions,
  operationOptions,
  queryOptions,
  serializeData,
  type HttpFailure,
  type RpcFailure,
} from "@stratus/query";
import { CloudError, type Resource } from "@svc/cloud";
import type { Operation } from "@svc/cloud/common/v1";
import type { Instance, InstanceServiceClient, ListInstancesResponse } from "@svc/cloud/compute/v1";
import { CatalogueError, type CatalogueClient, type Course } from "@svc/catalogue";

type Same<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
const isTrue = <Value extends true>(): Value | undefined => undefined;

declare const id: string;
declare const parentId: string;
declare const cache: QueryClient;

export async function reads(instances: InstanceServiceClient, catalogue: CatalogueClient): Promise<void> {
  const options = queryOptions(instances, "get", { id });
  const vm = await cache.fetchQuery(options);
  isTrue<Same<typeof vm, Resource<Instance>>>();
  console.log(vm.spec.cpu, cache.getQueryData(options.queryKey)?.metadata.name);
  queryOptions(instances, "getByName", { parentId, name: "web-1" }, { timeoutMs: 5_000 });
  queryOptions(instances, "list", { parentId, pageSize: 10 });

  const { data, error } = new QueryObserver(cache, options).getCurrentResult();
  isTrue<Same<typeof data, Resource<Instance> | undefined>>();
  isTrue<Same<typeof error, RpcFailure | null>>();

  const course = await cache.fetchQuery(queryOptions(catalogue.courses, "get", "CS", 101));
  isTrue<Same<typeof course, Course>>();
  const found = await cache.fetchQuery(queryOptions(catalogue.courses, "find", "CS", 101));
  isTrue<Same<typeof found, Course | null>>();
  const failure = new QueryObserver(cache, queryOptions(catalogue.courses, "list")).getCurrentResult().error;
  isTrue<Same<typeof failure, HttpFailure | null>>();
}

export async function pages(instances: InstanceServiceClient): Promise<void> {
  const options = infiniteQueryOptions(instances, "list", { parentId });
  const list = await cache.fetchInfiniteQuery(options);
  isTrue<Same<(typeof list.pages)[number]["items"], Resource<Instance>[]>>();
  const { data, error } = new InfiniteQueryObserver(cache, options).getCurrentResult();
  console.log(data?.pages.flatMap(({ items }) => items).length, error?.violations);
  const page: ListInstancesResponse | undefined = cache.getQueryData(options.queryKey)?.pages[0];
  console.log(page);
}

export async function changes(instances: InstanceServiceClient): Promise<void> {
  const create = new MutationObserver(cache, mutationOptions(instances, "create"));
  const operation = await create.mutate({ metadata: { parentId, name: "web-1" }, spec: { cpu: 4 } });
  console.log(operation.id, create.getCurrentResult().error?.code);
  const followed = await cache.fetchQuery(operationOptions(instances, operation.id));
  isTrue<Same<typeof followed, Operation>>();

  const modify = new MutationObserver(cache, mutationOptions(instances, "modify", { wait: true }));
  await modify.mutate([{ id }, (vm) => void (vm.spec.cpu = 8)]);
  const remove = new MutationObserver(cache, mutationOptions(instances, "delete", { invalidate: false }));
  await remove.mutate({ id });

  const vm = await instances.get({ id });
  const update = new MutationObserver(cache, mutationOptions(instances, "update"));
  await update.mutate({ metadata: vm.metadata, spec: { ...vm.spec, secondaryDisks: [] } });
  const clear = mutationOptions(instances, "update", { call: { resetMask: (m) => [m.spec.secondaryDisks] } });
  await new MutationObserver(cache, clear).mutate({ metadata: { id } });
}

export function mistakes(instances: InstanceServiceClient, catalogue: CatalogueClient): void {
  // @ts-expect-error the client has no such method
  queryOptions(instances, "gett", { id });
  // @ts-expect-error a method that starts an operation is no read
  queryOptions(instances, "delete", { id });
  // @ts-expect-error a stream is no read
  queryOptions(instances, "readConsole", { id });
  // @ts-expect-error the callback of a preview cannot be in a key
  queryOptions(instances, "previewModify", { id }, () => undefined);
  // @ts-expect-error the request has no such field
  queryOptions(instances, "get", { idd: id });
  // @ts-expect-error a parameter is missing
  queryOptions(catalogue.courses, "get", "CS");
  // @ts-expect-error a parameter has the wrong type
  queryOptions(catalogue.courses, "get", "CS", "101");
  // @ts-expect-error only lists have pages
  infiniteQueryOptions(instances, "get", { id });
  // @ts-expect-error all items in one array are no pages
  infiniteQueryOptions(instances, "listAll", { parentId });
  // @ts-expect-error a list changes nothing
  mutationOptions(instances, "list");
  const update = new MutationObserver(cache, mutationOptions(instances, "update"));
  // @ts-expect-error an update without a mask replaces the whole resource, so it asks for all of it
  void update.mutate({ metadata: { id } });
  // @ts-expect-error a field that the resource does not have
  mutationOptions(instances, "update", { call: { resetMask: (m) => [m.spec.disks] } });
}

export function hydration(): void {
  const state = JSON.stringify(dehydrate(cache, { serializeData }));
  hydrate(cache, JSON.parse(state), { defaultOptions: { deserializeData } });
}

/** The errors of the clients have what the errors of queries have. */
export const failures: readonly [RpcFailure, HttpFailure] = [
  new CloudError({ code: "NOT_FOUND", text: "no such instance" }),
  new CatalogueError("NOT_FOUND", "no such course"),
];
