import { setTimeout as pause } from "node:timers/promises";
import type {
  ConformancePayload,
  Header,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Any } from "../../../generated/interop/index.js";
import type { Caller, CallFailure } from "./caller.js";
import type { Permutation } from "./expand.js";
import type { Outcome } from "./outcome.js";

/** The header by which both sides know the case of a request. */
export const caseHeader = "x-test-case-name";

/** A call that is still there after so long hangs. */
const longestMs = 20_000;

/** Has a client make the call of a case ("Testing Clients"), and says what came of it. */
export async function drive(caller: Caller, permutation: Permutation): Promise<Outcome> {
  const { request } = permutation;
  const leaving = new AbortController();
  const seen = new Seen(permutation, leaving);
  const hang = setTimeout(() => leaving.abort(new Error("the call hangs")), longestMs);
  try {
    await caller.call({
      permutation,
      requests: requestsOf(permutation, leaving, seen),
      headers: [{ name: caseHeader, value: [encodeURI(permutation.name)] }, ...request.requestHeaders],
      timeoutMs: request.timeoutMs,
      signal: leaving.signal,
      seen,
    });
    return seen.outcome(undefined);
  } catch (error) {
    return seen.outcome(caller.explain(error));
  } finally {
    clearTimeout(hang);
  }
}

/** What a client is told, and who waits for it. */
class Seen {
  readonly payloads: ConformancePayload[] = [];
  #headers: readonly Header[] = [];
  #trailers: readonly Header[] = [];
  readonly #leaving: AbortController;
  readonly #leaveAfter: number | undefined;
  #waiting: (() => void) | undefined;

  constructor({ request }: Permutation, leaving: AbortController) {
    const timing = request.cancel?.cancelTiming;
    this.#leaving = leaving;
    this.#leaveAfter = timing?.$case === "afterNumResponses" ? timing.value : undefined;
  }

  header(headers: readonly Header[]): void {
    this.#headers = headers;
  }

  trailer(trailers: readonly Header[]): void {
    this.#trailers = trailers;
  }

  payload(payload: ConformancePayload): void {
    this.payloads.push(payload);
    if (this.payloads.length === this.#leaveAfter) this.#leaving.abort();
    this.#waiting?.();
  }

  /** Waits until there are so many responses. */
  async have(count: number): Promise<void> {
    while (this.payloads.length < count) await new Promise<void>((resolve) => (this.#waiting = resolve));
  }

  outcome(error: CallFailure | undefined): Outcome {
    return {
      headers: error?.headers ?? this.#headers,
      payloads: this.payloads,
      error,
      trailers: error?.trailers ?? this.#trailers,
      httpStatus: undefined,
      feedback: [],
    };
  }
}

async function* requestsOf(
  { request, streamType }: Permutation,
  leaving: AbortController,
  seen: Seen,
): AsyncGenerator<Any, void> {
  const timing = request.cancel?.cancelTiming;
  const isOne = streamType === "UNARY" || streamType === "SERVER_STREAM";
  const leaveLater = (): void => {
    const afterMs = timing?.$case === "afterCloseSendMs" ? timing.value : timing ? undefined : 0;
    if (request.cancel && afterMs !== undefined) setTimeout(() => leaving.abort(), afterMs);
  };
  // The requests of such a call are at their end with the first.
  if (isOne) leaveLater();
  let sent = 0;
  for (const message of request.requestMessages) {
    if (!isOne && request.requestDelayMs > 0) await pause(request.requestDelayMs);
    yield message;
    sent += 1;
    if (streamType === "FULL_DUPLEX_BIDI_STREAM") await seen.have(sent);
  }
  if (isOne) return;
  if (timing?.$case === "beforeCloseSend") {
    leaving.abort();
    // The side of the requests stays open.
    await new Promise(() => {});
  }
  leaveLater();
}
