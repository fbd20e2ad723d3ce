import type { StatusCode } from "../errors/status-code.js";
import type { NamesOf } from "../text/known-names.js";
import type { ReceivedCall } from "./received-call.js";

/** Selects calls. A property that is not set selects all. */
export interface CallFilter {
  /** `package.Service/Method`, `Service/Method` or `Method`. */
  readonly method?: string | undefined;
  /** The identifier or name of the resource. */
  readonly resource?: string | undefined;
  /** The account of the caller. */
  readonly account?: string | undefined;
  /** The status code. */
  readonly code?: StatusCode | undefined;
  /** Only calls with a higher number. */
  readonly after?: number | undefined;
}

/** The properties of a filter. */
export const callFilterNames: NamesOf<CallFilter> = {
  method: true,
  resource: true,
  account: true,
  code: true,
  after: true,
};

/** Whether a call matches a filter. */
export function matchesCall(
  call: Pick<ReceivedCall, keyof Required<CallFilter> & keyof ReceivedCall> & { readonly number: number },
  { method, resource, account, code, after = 0 }: CallFilter,
): boolean {
  return (
    call.number > after &&
    (method === undefined || isMethod(call.method, method)) &&
    (resource === undefined || call.resource === resource) &&
    (account === undefined || call.account === account) &&
    (code === undefined || call.code === code)
  );
}

function isMethod(full: string, given: string): boolean {
  return full === given || full.endsWith(`.${given}`) || full.endsWith(`/${given}`);
}
