/**
 * `@stratus/query`: options of TanStack Query for the methods of any generated client, for gRPC and REST: queries, infinite
 * queries, mutations that update the cache, and queries that follow operations. Pass the options to the hooks
 * of React, Vue, Solid or Svelte.
 *
 * @module
 */
export { type CallKey } from "./client/call-key.js";
export type { HttpFailure, RpcFailure } from "./client/client-types.js";
export type { QueryErrorCode } from "./error-codes.js";
export { QueryUsageError } from "./client/usage-error.js";
export { infiniteQueryOptions, type PagesQueryOptions } from "./options/infinite-query-options.js";
export { mutationOptions, type CallMutationOptions } from "./options/mutation-options.js";
export type { MutationSettings } from "./options/mutation-settings.js";
export {
  operationOptions,
  type OperationClient,
  type OperationQueryOptions,
} from "./options/operation-options.js";
export { type ListedPage } from "./cache/page-walk.js";
export { queryOptions, type CallQueryOptions } from "./options/query-options.js";
export { deserializeData, serializeData } from "./cache/serialize.js";
