/* Copied by `stratus openapi` from src/rest/runtime/send.ts of protoc-gen-stratus. DO NOT EDIT. */
import { readOutcome } from "./answer.js";
import type { Answer } from "./call.js";
import type { Input, SentOptions } from "./call-options.js";
import { CatalogueError } from "./error.js";
import { exchange, type Reply } from "./exchange.js";
import type { Operation } from "./operation.js";
import { makeFailure, prepare, type PreparedRequest } from "./request.js";
import { nextWaitMs } from "./retry.js";
import { readLimits, type Settings } from "./settings.js";
import type { Watch } from "./watch.js";
import { pause, within } from "./within.js";

/** A call of which nobody is told. */
const unwatched: Watch = { attempt: (_, request, send) => send(request), pause };

/**
 * Answers a call: sends its request, again if that may help, until there is a
 * reply to give or no use in going on, and reads the reply. Ends early, even
 * inside a wait, on the caller's abort (rejects with its reason) and on the time
 * limit of the call (`DEADLINE_EXCEEDED`). A miss is an error, or no data if that
 * is allowed. A client's hooks are told by a watch, which is loaded if there are any.
 */
export async function answerTo<T>(
  settings: Settings,
  operation: Operation<T>,
  input: Input,
  given: SentOptions | undefined,
  isMissAllowed: boolean,
  watch = unwatched,
): Promise<Answer<T | undefined>> {
  if (settings.hooks && watch === unwatched) {
    const work = (watch: Watch): Promise<Answer<T | undefined>> =>
      answerTo(settings, operation, input, given, isMissAllowed, watch);
    // If nobody can be told, the call goes on all the same.
    return import("./observation.js").then(
      ({ watchCall }) => watchCall(settings, operation, given?.signal, isMissAllowed, work),
      () => work({ ...unwatched }),
    );
  }
  const options = operation.addKey?.(given) ?? given;
  const request = prepare(settings.baseUrl, operation, input, options);
  const { timeoutMs, attemptTimeoutMs, retry } = readLimits(settings, operation, request, options);
  const signal = options?.signal;
  const endMs = performance.now() + timeoutMs;
  let leftMs = timeoutMs;
  let reply: Reply | CatalogueError;
  for (let attempts = 1; ; attempts++) {
    const late = (): CatalogueError => {
      const limitMs = leftMs < attemptTimeoutMs ? timeoutMs : attemptTimeoutMs;
      return makeFailure(request, "DEADLINE_EXCEEDED", `no complete answer within ${limitMs} ms`, {
        attempts,
      });
    };
    const send = (sent: PreparedRequest): Promise<Reply> =>
      within(
        (inner) => exchange(settings, operation, sent, options, attempts, inner),
        signal,
        Math.min(leftMs, attemptTimeoutMs),
        late,
        settings.fetch === undefined,
      );
    try {
      reply = await watch.attempt(attempts, request, send);
      if (reply.response.ok || reply.isCached) break;
    } catch (error) {
      // Faults of the connection may pass; a caller's abort or a fault in an option does not.
      if (!(error instanceof CatalogueError)) throw error;
      reply = error;
    }
    const result = reply instanceof CatalogueError ? reply : reply.response;
    const waitMs = await nextWaitMs(retry, attempts, request, result, settings.random);
    // A timer may fire up to a millisecond before its time, so less than one is none.
    if (waitMs === "stop" || !(waitMs < Math.floor(endMs - performance.now()))) break;
    await watch.pause(waitMs, signal);
    leftMs = endMs - performance.now();
  }
  if (reply instanceof CatalogueError) throw reply;
  const { data, miss } = await readOutcome(settings, operation, request, reply);
  if (miss && !isMissAllowed) throw miss;
  const { response, attempts, isCached } = reply;
  return { data, status: response.status, response, attempts, isCached };
}
