/* Carried along by `stratus openapi` from rest-runtime/send.ts of protoc-gen-stratus. DO NOT EDIT. */
import { outcomeOf } from "./answer.js";
import type { Answer } from "./call.js";
import { CatalogueError } from "./error.js";
import { exchange, type Reply } from "./exchange.js";
import type { SentOptions, Input, Operation } from "./operation.js";
import { failureOf, prepare } from "./request.js";
import { backoffMs } from "./retry.js";
import { limitsOf, type Settings } from "./settings.js";
import { pause, within } from "./within.js";

/**
 * Answers a call: sends its request, again where that may help, until there is
 * a reply to give or no use in going on, and reads the reply. Ends early, even
 * inside a wait, on the caller's abort (rejects with its reason) and on the time
 * limit of the call (`TIMEOUT`). A miss is an error, or no data where it may be.
 */
export async function answerTo<T>(
  settings: Settings,
  operation: Operation<T>,
  input: Input,
  options: SentOptions | undefined,
  isMissAllowed: boolean,
): Promise<Answer<T | undefined>> {
  const request = prepare(settings.baseUrl, operation, input, options);
  const { timeoutMs, attemptTimeoutMs, maxAttempts } = limitsOf(settings, request, options);
  const signal = options?.signal;
  const endMs = performance.now() + timeoutMs;
  let leftMs = timeoutMs;
  let reply: Reply | CatalogueError;
  for (let attempts = 1; ; attempts++) {
    const late = (): CatalogueError => {
      const limitMs = leftMs < attemptTimeoutMs ? timeoutMs : attemptTimeoutMs;
      return failureOf(request, "TIMEOUT", `no complete answer within ${limitMs} ms`, { attempts });
    };
    try {
      reply = await within(
        (inner) => exchange(settings, operation, request, options, attempts, inner),
        signal,
        Math.min(leftMs, attemptTimeoutMs),
        late,
        settings.fetch === undefined,
      );
      if (reply.response.ok || reply.isCached) break;
    } catch (error) {
      // Faults of the connection may pass; a caller's abort or a fault in a hook does not.
      if (!(error instanceof CatalogueError)) throw error;
      reply = error;
    }
    // A body that can be read once cannot be sent twice, whatever the call says.
    if (request.isOnce || attempts >= maxAttempts) break;
    // Without a connection nothing can be loaded; with an answer it can.
    const asked =
      reply instanceof CatalogueError
        ? /^CONN|^TIME/.test(reply.code)
          ? 0
          : Number.NaN
        : (await import("./judge.js")).askedMs(settings, reply);
    const waitMs = Math.max(asked, backoffMs(settings, attempts));
    if (!(waitMs < endMs - performance.now())) break;
    await pause(waitMs, signal);
    leftMs = endMs - performance.now();
  }
  if (reply instanceof CatalogueError) throw reply;
  const found = outcomeOf(settings, operation, request, reply);
  // Only an answer that needs a longer look is waited for.
  const { data, miss } = found instanceof Promise ? await found : found;
  if (miss && !isMissAllowed) throw miss;
  const { response, attempts, isCached } = reply;
  return { data, status: response.status, response, attempts, isCached };
}
