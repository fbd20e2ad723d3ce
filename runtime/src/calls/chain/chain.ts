import type { Interceptor, Next } from "./interceptor.js";
import { copyable } from "./stream-reply.js";

/** The steps of a call that the runtime itself brings. */
export interface ChainSteps {
  readonly lifecycle: Interceptor;
  readonly resetMasks: Interceptor;
  readonly idempotencyKeys: Interceptor;
  readonly callHooks: Interceptor | undefined;
  /** The program's own, the session's before the client's. */
  readonly interceptors: readonly Interceptor[];
  /** Undefined if requests are held against no rules: the token exchange itself. */
  readonly checks: Interceptor | undefined;
  /** Undefined if calls carry no authorization: the token exchange itself. */
  readonly authorization: Interceptor | undefined;
  readonly requestDeadline: Interceptor;
  readonly retries: Interceptor;
  readonly attemptHooks: Interceptor | undefined;
  readonly failureReports: Interceptor;
  readonly transparentRetries: Interceptor;
  readonly transport: Next;
}

/**
 * The order of every call, from the caller to the server. This is the one place
 * that decides it:
 *
 * 1. `lifecycle`: refuses calls of a closed session, counts those under way
 * 2. `resetMasks`: X-ResetMask of an Update, of the request as the caller wrote it
 * 3. `idempotencyKeys`: one key for the logical call, the same on every attempt
 * 4. `callHooks`: told of the logical call, whatever becomes of it
 * 5. `interceptors`: the program's own see the logical call once, complete but for its token
 * 6. `checks`: holds the request, as it is by now, against the rules of the API
 * 7. `authorization`: the token; one repeat with a new one after UNAUTHENTICATED
 * 8. `requestDeadline`: starts when the token is there
 * 9. `retries`: repeats attempts and limits each
 * 10. `attemptHooks`: told of each attempt
 * 11. `failureReports`: turns the failure of an attempt into a `CallError`
 * 12. `transparentRetries`: sends an attempt again that the server has not processed
 * 13. `transport`: one attempt over the wire
 *
 * Steps 2 and 3 fail before anything is sent, by throwing, but for the first Update of
 * a session, for which step 2 loads what it needs; from then on failures are rejections.
 */
export function buildChain(steps: ChainSteps): Next {
  const order = [
    steps.lifecycle,
    steps.resetMasks,
    steps.idempotencyKeys,
    steps.callHooks,
    ...steps.interceptors.map(rejecting),
    steps.checks,
    steps.authorization,
    steps.requestDeadline,
    steps.retries,
    steps.attemptHooks,
    steps.failureReports,
    steps.transparentRetries,
  ];
  return order.reduceRight<Next>(
    (next, interceptor) => (interceptor ? interceptor(next) : next),
    steps.transport,
  );
}

/** A program's interceptor may throw instead of rejecting, which is the same to a caller, and may copy a response. */
function rejecting(interceptor: Interceptor): Interceptor {
  return (next) => {
    const step = interceptor((call) => next(call).then(copyable));
    return async (call) => await step(call);
  };
}
