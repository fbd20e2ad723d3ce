import { describeCall, type CallDescription } from "./describe-call.js";
import { QueryUsageError } from "./usage-error.js";
import { requestJson } from "./request-json.js";

/**
 * The key of a call's data: the SDK, the option `cacheScope` of the session, the service, its method, and the request as
 * proto3 JSON. For a REST client, the request is the URL below the base URL and the headers of its arguments.
 */
export type CallKey = readonly [
  sdk: string,
  cacheScope: string | null,
  service: string,
  method: string,
  request: unknown,
  kind?: "pages",
];

/** A read that a query makes. */
export interface DescribedRead {
  readonly key: CallKey;
  readonly call: CallDescription;
}

/**
 * Describes a read and its key.
 *
 * @throws QueryUsageError METHOD_NOT_A_READ if the API does not state that the method changes nothing.
 */
export function describeRead(client: object, name: string, args: readonly unknown[]): DescribedRead {
  const call = describeCall(client, name, args);
  const { sdk, cacheScope = null, service, method, isRead, rpc, request } = call;
  if (isRead === false) {
    throw new QueryUsageError(
      "METHOD_NOT_A_READ",
      `${service}.${method} may change something, and queries repeat their calls; use mutationOptions`,
    );
  }
  // A REST operation has several methods of the client, such as get and find, whose data differ.
  const key = rpc
    ? ([sdk, cacheScope, service, method, requestJson(rpc.request, request)] as const)
    : ([sdk, cacheScope, service, name, request] as const);
  return { key, call };
}
