import type { DataTag } from "@tanstack/query-core";
import type { CallOptions } from "../cache/cache-types.js";
import { describeRead, type CallKey } from "../client/call-key.js";
import type { RpcFailure } from "../client/client-types.js";
import { callMethod } from "../client/describe-call.js";

/** A client that reads operations by their IDs. */
export interface OperationClient<Operation> {
  operation(id: string): Promise<{ readonly latest: Operation }>;
}

/** Options of a query that follows an operation. */
export interface OperationQueryOptions<Operation> extends CallOptions<RpcFailure> {
  readonly queryKey: DataTag<CallKey, Operation, RpcFailure>;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Operation>;
  /** Milliseconds until the next read; `false` after the end of the operation. */
  readonly refetchInterval: (query: {
    readonly state: { readonly data: Operation | undefined; readonly dataUpdateCount: number };
  }) => number | false;
}

/**
 * Returns the options of a query that follows a long-running operation until it ends:
 *
 * ```ts
 * const create = useMutation(mutationOptions(instances, "create"));
 * const { data } = useQuery({ ...operationOptions(instances, create.data?.id ?? ""), enabled: create.isSuccess });
 * ```
 *
 * The data is the operation's message. The pauses grow with the time, from 1 s to 30 s.
 */
export function operationOptions<Operation>(
  client: OperationClient<Operation>,
  id: string,
): OperationQueryOptions<Operation> {
  const { key } = describeRead(client, "operation", [id]);
  return {
    queryKey: key as never,
    queryFn: async ({ signal }) =>
      ((await callMethod(client, "operation", [id], { signal })) as { readonly latest: Operation }).latest,
    refetchInterval: ({ state }) =>
      isOver(state.data) ? false : Math.min(30_000, 1_000 * 1.1 ** state.dataUpdateCount),
    retry: false,
  };
}

/** Whether an operation has ended: `status` is set (conventions, section 5), or `done` of AIP-151 is true. */
function isOver(operation: unknown): boolean {
  const { done, status } = (operation ?? {}) as { readonly done?: boolean; readonly status?: unknown };
  return done ?? status !== undefined;
}
