/** An application with React and TanStack Query on an SDK: a list that grows, a detail, an edit, a creation. */
import {
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import {
  deserializeData,
  infiniteQueryOptions,
  mutationOptions,
  operationOptions,
  queryOptions,
} from "@stratus/query";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud, staticToken } from "@svc/cloud/web";

const { baseUrl, token, parentId, state } = globalThis.settings;
const cloud = new Cloud({
  baseUrl,
  credentials: staticToken(token),
  cacheScope: "user-1",
  pollIntervalMs: 20,
});
const instances = new InstanceServiceClient(cloud);
const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });

function List({ choose }) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(
    infiniteQueryOptions(instances, "list", { parentId, pageSize: 2 }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section>
      <ul id="list">
        {items.map(({ metadata }) => (
          <li key={metadata.id}>
            <button onClick={() => choose(metadata.id)}>{metadata.name}</button>
          </li>
        ))}
      </ul>
      {hasNextPage && <button onClick={() => void fetchNextPage()}>more</button>}
    </section>
  );
}

function Detail({ id }) {
  const { data, error } = useQuery(queryOptions(instances, "get", { id }));
  const modify = useMutation(mutationOptions(instances, "modify"));
  const grow = () => modify.mutate([{ id }, (vm) => void (vm.spec.cpu += 4)]);
  return (
    <section>
      <p id="detail">{error?.message ?? (data && `${data.metadata.name} has ${data.spec.cpu} cpu`)}</p>
      <p id="failure">{modify.error?.code}</p>
      <button onClick={grow}>grow</button>
    </section>
  );
}

function Creation({ choose }) {
  const create = useMutation({
    ...mutationOptions(instances, "create"),
    onSuccess: ({ resourceId }) => choose(resourceId),
  });
  const id = create.data?.id ?? "";
  const { data } = useQuery({ ...operationOptions(instances, id), enabled: id !== "" });
  const start = () => create.mutate({ metadata: { parentId, name: "created" }, spec: { cpu: 1 } });
  return (
    <section>
      <button onClick={start}>create</button>
      <p id="operation">{data === undefined ? "none" : data.status === undefined ? "running" : "done"}</p>
    </section>
  );
}

function App() {
  const [id, choose] = useState(globalThis.settings.chosen);
  return (
    <QueryClientProvider client={cache}>
      <HydrationBoundary state={state} options={{ defaultOptions: { deserializeData } }}>
        <List choose={choose} />
        {id && <Detail id={id} />}
        <Creation choose={choose} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

createRoot(document.querySelector("main")).render(<App />);
