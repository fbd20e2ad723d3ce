import { QueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { InstanceServiceClient } from "@svc/cloud/compute/v1";

/** The API for the user of the app. */
export interface Api {
  readonly instances: InstanceServiceClient;
  readonly parentId: string;
}

/** Carries the API to the components. A server that renders for several users has a value for each. */
export const ApiContext = createContext<Api | undefined>(undefined);

/** The API for the user of the app. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined)
    throw new Error("A component that calls the API is outside ApiContext. Render it in App.");
  return api;
}

/** A cache for one login. The page does not repeat the reads that its server has just made. */
export function createCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });
}
