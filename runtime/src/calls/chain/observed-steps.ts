import { CallError } from "../error/call-error.js";
import type { Clock } from "../../base/time/clock.js";
import { findObservers, withMetadata, withObservers } from "./call-copy.js";
import { showId } from "./failure-report.js";
import { idIn } from "./reply-id.js";
import type { AttemptEvent, CallEndEvent, WaitEvent } from "./hooks.js";
import { idempotencyHeader } from "./usual-headers.js";
import type { IncomingResponse, Interceptor, OutgoingCall } from "./interceptor.js";
import type { Observers, SessionObserver } from "./observers.js";
import { follow, followReply } from "./followed-reply.js";

/** Reports what a session does to its observers. */
export interface Instrumentation {
  /** Reports calls; undefined if nobody can observe the session. */
  readonly calls: Interceptor | undefined;
  /** Reports attempts. */
  readonly attempts: Interceptor | undefined;
  /** Reports a delay before the next attempt. */
  retry(call: OutgoingCall, error: CallError, delayMs: number, isPushback: boolean): void;
  /** Requests a token, and reports it. */
  token<Result>(credentials: string, work: () => Promise<Result>): Promise<Result>;
  /** Waits for an operation, and reports it. */
  wait<Result>(
    event: Omit<WaitEvent, "session">,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** The parts of an instrumentation. */
export interface InstrumentationParts {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  readonly observers: Observers<SessionObserver>;
  readonly clock: Clock;
  /** The header of idempotency keys, if it is not the usual one. */
  readonly keyHeader: string | undefined;
  /** Returns the failure of a request for a token as observers may see it. */
  readonly tokenFailure: (error: unknown) => unknown;
}

/** The instrumentation of a session. Calls that nobody observes skip its steps. */
export function instrumentation(parts: InstrumentationParts): Instrumentation {
  const { session, observers, clock, tokenFailure } = parts;
  return {
    calls: observedCalls(parts),
    attempts: observedAttempts(parts),
    retry(call, error, delayMs, isPushback) {
      findObservers(call)?.report("onRetry", { ...attemptEvent(call, parts), error, delayMs, isPushback });
    },
    token(credentials, work) {
      const start = { session, credentials };
      const observed = observers.start("observeToken", start);
      if (!observed) return work();
      return follow({ observed, clock, work }, ({ durationMs, error }) => ({
        ...start,
        durationMs,
        error: error === undefined ? undefined : tokenFailure(error),
      }));
    },
    wait(about, signal, work) {
      const event = { session, ...about };
      const observed = observers.start("observeWait", event);
      if (!observed) return work();
      return follow({ observed, clock, work, signal }, (end) => ({ ...event, ...end }));
    },
  };
}

function observedCalls({ session, observers, clock, keyHeader }: InstrumentationParts): Interceptor {
  return (next) => (call) => {
    if (!observers.some(isActive)) return next(call);
    const event = {
      session,
      method: call.method.path.slice(1),
      kind: call.method.kind,
      endpoint: call.endpoint.authority,
      idempotencyKey: call.metadata.get(keyHeader ?? idempotencyHeader),
    };
    const observed = observers.start("observe", event);
    if (!observed) return next(call);
    const sent = call.messages ? { count: 0 } : oneRequest;
    const copy = withObservers(call, observed, call.messages && counting(call.messages, sent));
    const work = (): Promise<IncomingResponse> => next(copy);
    return follow<CallEndEvent, IncomingResponse>(
      { observed, signal: call.signal, clock, work, followResult: followReply },
      ({ durationMs, error, isCancelled }, messages) => ({
        session,
        method: event.method,
        kind: event.kind,
        endpoint: event.endpoint,
        idempotencyKey: event.idempotencyKey,
        durationMs,
        error,
        isCancelled,
        attempts: observed.parts,
        sentMessages: sent.count,
        receivedMessages: messages,
      }),
    );
  };
}

const oneRequest = { count: 1 };

function isActive(one: SessionObserver): boolean {
  return one.isActive?.() ?? true;
}

/** Also sends the headers that observers add to each attempt. */
function observedAttempts(parts: InstrumentationParts): Interceptor {
  return (next) => (call) => {
    const observers = findObservers(call);
    if (!observers) return next(call);
    const event = attemptEvent(call, parts);
    const observed = observers.start("onAttempt", event);
    if (!observed) return next(call);
    // Observers may add headers until the attempt has started.
    const work = (): Promise<IncomingResponse> => next(withMetadata(call, observed.addTo(call.metadata)));
    return follow(
      { observed, signal: call.signal, clock: parts.clock, work, followResult: followReply },
      ({ durationMs, error, isCancelled }, _messages, reply) => ({
        session: event.session,
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

async function* counting(messages: AsyncIterable<unknown>, sent: { count: number }): AsyncIterable<unknown> {
  for await (const message of messages) {
    sent.count += 1;
    yield message;
  }
}

function requestIdOfFailure(error: unknown): string | undefined {
  return error instanceof CallError ? error.requestId : undefined;
}

/** Written out property by property, as all events of calls: a spread that adds properties takes ten times the memory in V8. */
function attemptEvent(
  { method, endpoint, metadata, attempt }: OutgoingCall,
  { session, keyHeader = idempotencyHeader }: InstrumentationParts,
): AttemptEvent {
  return {
    session,
    method: method.path.slice(1),
    kind: method.kind,
    endpoint: endpoint.authority,
    idempotencyKey: metadata.get(keyHeader),
    attempt,
  };
}
