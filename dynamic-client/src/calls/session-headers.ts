import type { Sdk } from "../sdk/sdk.js";

/** Headers by their names, in the order in which they are sent. */
export type SessionHeaders = readonly (readonly [name: string, value: string])[];

/** A call of the SDK's runtime, as interceptors see it. */
interface InterceptedCall {
  readonly metadata: { with(name: string, value: string): InterceptedCall["metadata"] };
}

type Next = (call: InterceptedCall) => unknown;

/** Returns the options of a session, or of the client of a REST package, that add headers to each call. */
export function headerOptions(sdk: Sdk, headers: SessionHeaders | undefined): object {
  if (headers === undefined || headers.length === 0) return {};
  if (sdk.isRest) return { headers: Object.fromEntries(headers) };
  const addHeaders = (next: Next) => (call: InterceptedCall) =>
    next({ ...call, metadata: headers.reduce((all, [name, value]) => all.with(name, value), call.metadata) });
  return { interceptors: [addHeaders] };
}
