import { CallError } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { findObservers, withMetadata, withObservers } from "./call-copy.js";
import { showId } from "./failure-report.js";
import { idIn } from "./reply-id.js";
import type { AttemptEvent, CallEvent, EndEvent } from "./hooks.js";
import { idempotencyHeader } from "./usual-headers.js";
import type { IncomingResponse, Interceptor, OutgoingCall } from "./interceptor.js";
import { started } from "./started.js";
import type { Observed, Observers } from "./observers.js";
import { followReply, oneMessage, type ReplyEnd } from "./followed-reply.js";

/** Tells those who observe the session of whole calls. If nobody does, the step is left out. */
export function callHooks(observers: Observers, clock: Clock, keyHeader?: string): Interceptor {
  return (next) => (call) => {
    if (!observers.hearsCalls) return next(call);
    const event = callEvent(call, keyHeader);
    const observed = observers.observe(event);
    if (!observed) return next(call);
    const sent = call.messages ? { count: 0 } : oneRequest;
    const copy = withObservers(call, observed, call.messages && counting(call.messages, sent));
    const step = (): Promise<IncomingResponse> => next(copy);
    const { signal } = call;
    return follow(
      observed,
      { signal, clock, step, hear: followReply },
      ({ durationMs, error, isCancelled }, messages) => ({
        method: event.method,
        kind: event.kind,
        endpoint: event.endpoint,
        idempotencyKey: event.idempotencyKey,
        durationMs,
        error,
        isCancelled,
        sentMessages: sent.count,
        receivedMessages: messages,
      }),
    );
  };
}

const oneRequest = { count: 1 };

/** Tells those who observe a call of its attempts, and sends what they add to each. */
export function attemptHooks(clock: Clock, keyHeader?: string): Interceptor {
  return (next) => (call) => {
    const observers = findObservers(call);
    if (!observers) return next(call);
    const event = attemptEvent(call, keyHeader);
    const observed = observers.onAttempt(event);
    if (!observed) return next(call);
    // What is to be sent is known when the attempt has begun.
    const step = (): Promise<IncomingResponse> => next(withMetadata(call, observed.addTo(call.metadata)));
    return follow(
      observed,
      { signal: call.signal, clock, step, hear: followReply },
      ({ durationMs, error, isCancelled }, _messages, reply) => ({
        method: event.method,
        kind: event.kind,
        endpoint: event.endpoint,
        idempotencyKey: event.idempotencyKey,
        attempt: event.attempt,
        durationMs,
        error,
        isCancelled,
        requestId: reply ? showId(idIn("x-request-id", reply), call) : requestIdOfFailure(error),
      }),
    );
  };
}

/** Tells those who observe a call of a pause. */
export function tellOfRetry(call: OutgoingCall, error: CallError, delayMs: number, keyHeader?: string): void {
  findObservers(call)?.onRetry({ ...attemptEvent(call, keyHeader), error, delayMs });
}

/** A step that is observed. */
interface ObservedStep<Result> {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly step: () => Promise<Result>;
  /** Tells when the result is over: of a stream, when it has been read. */
  readonly hear: (result: Result, end: (ending: ReplyEnd) => void) => Result;
}

/** Takes a step inside those who observe it, and tells them of its end. */
function follow<Result, End>(
  observed: Observed<End>,
  { signal, clock, step, hear }: ObservedStep<Result>,
  endEvent: (end: EndEvent, messages: number, result: Result | undefined) => End,
): Promise<Result> {
  const startMs = clock.nowMs();
  const end = ({ error, wasLeft, messages }: ReplyEnd, result?: Result): void => {
    const isCancelled = wasLeft || isAbort(signal, error);
    observed.onEnd(endEvent({ durationMs: clock.nowMs() - startMs, error, isCancelled }, messages, result));
  };
  return within(observed, step).then(
    (result) => hear(result, (ending) => end(ending, result)),
    (error: unknown) => {
      end({ error, wasLeft: false, messages: 0 });
      throw error;
    },
  );
}

/** Works inside those who observe it, and tells them of its end. */
export function observedWork<Result, End>(
  observed: Observed<End> | undefined,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
  work: () => Promise<Result>,
  endEvent: (end: EndEvent) => End,
): Promise<Result> {
  return observed ? follow(observed, { clock, signal, step: work, hear: hearAtOnce }, endEvent) : work();
}

function hearAtOnce<Result>(result: Result, end: (ending: ReplyEnd) => void): Result {
  end(oneMessage);
  return result;
}

/** Runs a step inside what observers put around it; it is run once, whatever they do. */
function within<T>(observed: Observed<never>, step: () => Promise<T>): Promise<T> {
  if (!observed.wraps) return started(step);
  let result: Promise<T> | undefined;
  const start = (): Promise<T> => (result ??= started(step));
  observed.run(() => void start());
  return start();
}

async function* counting(messages: AsyncIterable<unknown>, sent: { count: number }): AsyncIterable<unknown> {
  for await (const message of messages) {
    sent.count += 1;
    yield message;
  }
}

function isAbort(signal: AbortSignal | undefined, error: unknown): boolean {
  return error !== undefined && signal?.aborted === true && error === signal.reason;
}

function requestIdOfFailure(error: unknown): string | undefined {
  return error instanceof CallError ? error.requestId : undefined;
}

// Events are written out, property by property: a spread that adds properties takes ten times the memory in V8.

function attemptEvent(
  { method, endpoint, metadata, attempt }: OutgoingCall,
  keyHeader: string = idempotencyHeader,
): AttemptEvent {
  return {
    method: method.path.slice(1),
    kind: method.kind,
    endpoint: endpoint.authority,
    idempotencyKey: metadata.get(keyHeader),
    attempt,
  };
}

function callEvent(
  { method, endpoint, metadata }: OutgoingCall,
  keyHeader: string = idempotencyHeader,
): CallEvent {
  return {
    method: method.path.slice(1),
    kind: method.kind,
    endpoint: endpoint.authority,
    idempotencyKey: metadata.get(keyHeader),
  };
}
