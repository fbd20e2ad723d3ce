import type { Clock } from "../../base/time/clock.js";
import type { EndEvent, Observer } from "./hooks.js";
import type { IncomingResponse } from "./interceptor.js";
import type { Observers } from "./observers.js";
import { started } from "./started.js";
import { withMessages } from "./stream-reply.js";

/** Work that is observed. */
interface ObservedWork<End, Result> {
  readonly observed: Observers<Observer<End>>;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly work: () => Promise<Result>;
  /** Calls back when the result has ended: that of a stream, when it has been read. Default: at once. */
  readonly followResult?: (result: Result, end: (ending: ReplyEnd) => void) => Result;
}

/** Does work inside the `run` of its observers, and reports its end. */
export function follow<End, Result>(
  { observed, signal, clock, work, followResult = endAtOnce }: ObservedWork<End, Result>,
  endEvent: (end: EndEvent, messages: number, result: Result | undefined) => End,
): Promise<Result> {
  const startMs = clock.nowMs();
  const end = ({ error, wasLeft, messages }: ReplyEnd, result?: Result): void => {
    const isCancelled = wasLeft || isAbort(signal, error);
    observed.report(
      "onEnd",
      endEvent({ durationMs: clock.nowMs() - startMs, error, isCancelled }, messages, result),
    );
  };
  return within(observed, work).then(
    (result) => followResult(result, (ending) => end(ending, result)),
    (error: unknown) => {
      end({ error, wasLeft: false, messages: 0 });
      throw error;
    },
  );
}

/** Runs work once, whatever the `run` of its observers does. */
function within<T>(observed: Observers<Observer<never>>, work: () => Promise<T>): Promise<T> {
  if (!observed.some(({ run }) => run !== undefined)) return started(work);
  let result: Promise<T> | undefined;
  const start = (): Promise<T> => (result ??= started(work));
  observed.run(() => void start());
  return start();
}

function isAbort(signal: AbortSignal | undefined, error: unknown): boolean {
  return error !== undefined && signal?.aborted === true && error === signal.reason;
}

/** How a reply ended. */
interface ReplyEnd {
  /** The failure of a stream; undefined if it did not fail. */
  readonly error: unknown;
  /** Whether the reader of a stream left before its end. */
  readonly wasLeft: boolean;
  /** How many messages were read. */
  readonly messages: number;
}

/** Calls back when a reply has ended: at once for one message; a stream, when it has been read or its reader has left. */
export function followReply(reply: IncomingResponse, end: (ending: ReplyEnd) => void): IncomingResponse {
  if (reply.messages) return withMessages(reply, followMessages(reply.messages, end));
  return endAtOnce(reply, end);
}

function endAtOnce<Result>(result: Result, end: (ending: ReplyEnd) => void): Result {
  end({ error: undefined, wasLeft: false, messages: 1 });
  return result;
}

async function* followMessages(
  source: AsyncIterable<unknown>,
  end: (ending: ReplyEnd) => void,
): AsyncIterable<unknown> {
  let ending: Omit<ReplyEnd, "messages"> = { error: undefined, wasLeft: true };
  let messages = 0;
  try {
    for await (const message of source) {
      messages += 1;
      yield message;
    }
    ending = { error: undefined, wasLeft: false };
  } catch (error) {
    ending = { error, wasLeft: false };
    throw error;
  } finally {
    end({ ...ending, messages });
  }
}
