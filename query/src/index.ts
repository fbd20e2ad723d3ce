/**
 * `@stratus/query`: options of TanStack Query for the methods of any generated client, for gRPC and REST: queries, infinite
 * queries, mutations that update the cache, and queries that follow operations. Pass the options to the hooks
 * of React, Vue, Solid or Svelte.
 *
 * @module
 */
export { type CallKey } from "./call-key.js";
export type { HttpFailure, RpcFailure } from "./client-types.js";
export type { QueryErrorCode } from "./error-codes.js";
export { QueryUsageError } from "./usage-error.js";
export { infiniteQueryOptions, type PagesQueryOptions } from "./infinite-query-options.js";
export { mutationOptions, type CallMutationOptions } from "./mutation-options.js";
export type { MutationSettings } from "./mutation-settings.js";
export { operationOptions, type OperationClient, type OperationQueryOptions } from "./operation-options.js";
export { type ListedPage } from "./page-walk.js";
export { queryOptions, type CallQueryOptions } from "./query-options.js";
export { deserializeData, serializeData } from "./serialize.js";
