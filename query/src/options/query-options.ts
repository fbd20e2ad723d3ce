import type { DataTag } from "@tanstack/query-core";
import type { CallOptions } from "../cache/cache-types.js";
import { describeRead, type CallKey } from "../client/call-key.js";
import type { DataOf, FailureOf, ParametersOf, ReadName } from "../client/client-types.js";
import { callMethod } from "../client/describe-call.js";

/** Options of a query that calls a method of a client. */
export interface CallQueryOptions<Data, Failure> extends CallOptions<Failure> {
  /** The key, with the types of its data and its error. */
  readonly queryKey: DataTag<CallKey, Data, Failure>;
  /** Calls the method. The signal of the query aborts the call. */
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}

/** The data of a query: caches have no `undefined`, so a resource that does not exist is `null`. */
type QueryData<Data> = undefined extends Data ? Exclude<Data, undefined> | null : Data;

/**
 * Returns the options of a query for a method of a client and its parameters:
 *
 * ```ts
 * useQuery(queryOptions(instances, "get", { id }));
 * useQuery(queryOptions(catalogue.courses, "get", "CS", 101));
 * ```
 *
 * The data is what the method resolves to, with `null` instead of `undefined`. The error is that of the client.
 *
 * @throws QueryUsageError for a method that may change something, and for a request with a secret, which the key would
 * show. The client's error for a request that it cannot send.
 */
export function queryOptions<Client extends object, Name extends ReadName<Client>>(
  client: Client,
  method: Name,
  ...parameters: ParametersOf<Client, Name>
): CallQueryOptions<QueryData<DataOf<Client, Name>>, FailureOf<Client, Name>> {
  const { key } = describeRead(client, method, parameters);
  return {
    // The types of the key and the data follow from those of the client.
    queryKey: key as never,
    queryFn: async ({ signal }) =>
      ((await callMethod(client, method, parameters, { signal })) ?? null) as never,
    retry: false,
  };
}
