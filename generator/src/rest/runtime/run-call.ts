import { readOutcome } from "./read-outcome.js";
import type { CallResponse } from "./call.js";
import type { Input, OperationOptions } from "./call-options.js";
import { ApiError } from "./error.js";
import type { ActiveCall, Attempt, RawResponse } from "./active-call.js";
import { sendAttempt } from "./attempt.js";
import type { Operation } from "./operation.js";
import { load, makeRequestError, prepareRequest } from "./request.js";
import { findRetryDelayMs, resolveRetryPolicy } from "./retry.js";
import { isPlain, type Limits, type Settings } from "./settings.js";
import type { AttemptRunner } from "./attempt-runner.js";
import { pause, withDeadline } from "./deadline.js";

/** Runs the attempts of a client without hooks. */
const plainRunner: AttemptRunner = { run: (call, send) => send(call), pause };

/**
 * Runs a call: sends its request, retries it if the policy allows that, and
 * reads the response. The caller's abort ends the call at any time and rejects
 * with the signal's reason. The call's time limit ends it with
 * `DEADLINE_EXCEEDED`. A resource that does not exist is an error, or no data if
 * `isNotFoundAllowed`. The code that calls hooks is loaded if the client has some; if that
 * fails, the call continues without them. Errors of the connection may be retried; a caller's abort and a wrong option
 * may not.
 */
export async function runCall<T>(
  settings: Settings,
  operation: Operation<T>,
  input: Input,
  given: OperationOptions | undefined,
  isNotFoundAllowed: boolean,
  runner = plainRunner,
): Promise<CallResponse<T | undefined>> {
  if (settings.hooks && runner === plainRunner) {
    const observation = await import("./observation.js").catch(() => undefined);
    if (observation)
      return observation.observeCall(settings, operation, given?.signal, isNotFoundAllowed, (observed) =>
        runCall(settings, operation, input, given, isNotFoundAllowed, observed),
      );
  }
  let options = given;
  // @if keys
  options = operation.addKey?.(given) ?? given;
  const { timeoutMs, attemptTimeoutMs, retry } = await findLimits({ settings, operation, options });
  const request = prepareRequest(settings, operation, input, options);
  const call = { settings, operation, options, request };
  if (request.violations.length > 0)
    await (await load(import("./validate-request.js"))).validateRequest(call);
  const endMs = performance.now() + timeoutMs;
  let remainingMs = timeoutMs;
  let result: RawResponse | ApiError;
  for (let attempt = 1; ; attempt++) {
    const timeoutError = (): ApiError => {
      const isOfCall = remainingMs < attemptTimeoutMs;
      const what = `no complete response within ${isOfCall ? timeoutMs : attemptTimeoutMs} ms`;
      const clientReason = isOfCall ? "REQUEST_TIMEOUT" : "ATTEMPT_TIMEOUT";
      return makeRequestError(request, "DEADLINE_EXCEEDED", what, { attempts: attempt, clientReason });
    };
    const limitMs = Math.min(remainingMs, attemptTimeoutMs);
    const isAlive = settings.fetch === undefined;
    const send = (sent: Attempt): Promise<RawResponse> =>
      withDeadline((inner) => sendAttempt(sent, inner), options?.signal, limitMs, timeoutError, isAlive);
    try {
      result = await runner.run({ ...call, attempt }, send);
      if (result.response.ok || result.isCached) break;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result = error;
    }
    const ended = result instanceof ApiError ? result : result.response;
    const delayMs = await findRetryDelayMs(retry, attempt, request, ended, settings.random);
    // A timer may fire up to a millisecond before its time, so less than one is none.
    if (!(delayMs < Math.floor(endMs - performance.now()))) break;
    await runner.pause(delayMs, options?.signal);
    remainingMs = endMs - performance.now();
  }
  if (result instanceof ApiError) throw result;
  const { data, notFound } = await readOutcome(call, result);
  if (notFound && !isNotFoundAllowed) throw notFound;
  const { response, attempt, isCached } = result;
  return { data, status: response.status, response, attempts: attempt, isCached };
}

/** Returns the limits of a call. The code that checks its options is loaded if it has some that need a check. */
async function findLimits({ settings, operation, options }: Omit<ActiveCall, "request">): Promise<Limits> {
  const limits = { ...settings };
  // @if changes
  limits.retry = resolveRetryPolicy(settings.retry, operation);
  if (!options || isPlain(options)) return limits;
  return (await load(import("./call-limits.js"))).readLimits(limits, operation, options);
}
