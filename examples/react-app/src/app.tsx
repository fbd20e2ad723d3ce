import { HydrationBoundary, QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { deserializeData } from "@stratus/query";
import { ApiContext, type Api } from "./api.js";
import { InstanceCreation } from "./instance-creation.js";
import { InstanceDetail } from "./instance-detail.js";
import { InstanceList } from "./instance-list.js";
import type { PageData } from "./page-data.js";

/** The app, for a page and for the server that renders it first. */
export function App({ api, cache, data }: { api: Api; cache: QueryClient; data: PageData }): ReactElement {
  const [id, setId] = useState(data.instanceId);
  const open = (id: string): void => {
    history.replaceState(null, "", `?instance=${encodeURIComponent(id)}`);
    setId(id);
  };
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={cache}>
        <HydrationBoundary state={data.state} options={{ defaultOptions: { deserializeData } }}>
          <header>
            <h1>Instances</h1>
            <p>{data.user}</p>
          </header>
          <main>
            <InstanceList open={open} openId={id} />
            {id === "" ? (
              <p className="hint">Choose an instance to see it.</p>
            ) : (
              <InstanceDetail id={id} key={id} />
            )}
            <InstanceCreation open={open} />
          </main>
        </HydrationBoundary>
      </QueryClientProvider>
    </ApiContext>
  );
}
