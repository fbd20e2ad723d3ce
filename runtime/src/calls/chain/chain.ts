import type { Interceptor, Next } from "./interceptor.js";
import { copyable } from "./stream-response.js";

/** The steps of a call that the runtime provides. */
export interface ChainSteps {
  readonly lifecycle: Interceptor;
  readonly resetMasks: Interceptor;
  readonly idempotencyKeys: Interceptor;
  readonly callHooks: Interceptor | undefined;
  /** The program's interceptors: those of the session before those of the client. */
  readonly interceptors: readonly Interceptor[];
  /** Undefined for the token exchange, whose requests are not validated. */
  readonly checks: Interceptor | undefined;
  /** Undefined for the token exchange, which needs no token. */
  readonly authorization: Interceptor | undefined;
  readonly requestDeadline: Interceptor;
  readonly retries: Interceptor;
  readonly attemptHooks: Interceptor | undefined;
  readonly failureReports: Interceptor;
  readonly transparentRetries: Interceptor;
  readonly transport: Next;
}

/**
 * The order of every call, from the caller to the server. This is the only place that decides it:
 *
 * 1. `lifecycle`: rejects calls of a closed session and counts active calls
 * 2. `resetMasks`: sets X-ResetMask of an Update, from the request as the caller wrote it
 * 3. `idempotencyKeys`: sets one key for the call, which all attempts send
 * 4. `callHooks`: reports the call
 * 5. `interceptors`: the program's interceptors see the call once, without its token
 * 6. `checks`: validates the request
 * 7. `authorization`: adds the token, and retries once with a new one after UNAUTHENTICATED
 * 8. `requestDeadline`: starts when the token is there
 * 9. `retries`: retries attempts and limits the time of each
 * 10. `attemptHooks`: reports each attempt
 * 11. `failureReports`: turns the failure of an attempt into a `CallError`
 * 12. `transparentRetries`: resends an attempt that the server has not processed
 * 13. `transport`: makes one attempt over the network
 *
 * Steps 2 and 3 fail by throwing, before anything is sent. The exception is the first Update of a session, for
 * which step 2 loads code. Failures of all later steps are rejections.
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

/** Turns an interceptor's exception into a rejection, and completes a response that an interceptor copied. */
function rejecting(interceptor: Interceptor): Interceptor {
  return (next) => {
    const step = interceptor((call) => next(call).then(copyable));
    return async (call) => await step(call);
  };
}
