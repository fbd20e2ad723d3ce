import { shownRequestId } from "./failure-report.js";
import { CallError } from "../error/call-error.js";
import type { Clock } from "../time/clock.js";
import type { AttemptEndEvent, AttemptEvent, CallEndEvent, CallEvent } from "./hooks.js";
import { type HookSet, type SafeAttemptObserver, within } from "./hook-set.js";
import { idempotencyHeader } from "./idempotency.js";
import type { Interceptor, OutgoingCall, Reply } from "./interceptor.js";
import { followReply, type ReplyEnd } from "./stream-reply.js";

/** A step that is taken while somebody hears of it. */
export function whileHeard(isHeard: (call: OutgoingCall) => boolean, step: Interceptor): Interceptor {
  return (next) => {
    const heard = step(next);
    return (call) => (isHeard(call) ? heard(call) : next(call));
  };
}

/** Tells the hooks of whole calls. */
export function callHooks(hooks: HookSet, clock: Clock, keyHeader?: string): Interceptor {
  return (next) => (call) => {
    const event = callEvent(call, keyHeader);
    const startMs = clock.nowMs();
    const sent = call.messages ? { count: 0 } : oneRequest;
    hooks.tell("onCallStart", event);
    const observer = hooks.observe(event);
    const end = ({ error, wasLeft, messages }: ReplyEnd): void => {
      const ended: CallEndEvent = {
        method: event.method,
        kind: event.kind,
        endpoint: event.endpoint,
        idempotencyKey: event.idempotencyKey,
        durationMs: clock.nowMs() - startMs,
        error,
        isCancelled: wasLeft || isAbort(call, error),
        sentMessages: sent.count,
        receivedMessages: messages,
      };
      hooks.tell("onCallEnd", ended);
      observer?.onEnd(ended);
    };
    const counted = call.messages ? { ...call, messages: counting(call.messages, sent) } : call;
    const observed = observer ? { ...counted, observer } : counted;
    return within(observer, () => next(observed)).then(
      (reply) => followReply(reply, end),
      (error: unknown) => {
        end({ error, wasLeft: false, messages: 0 });
        throw error;
      },
    );
  };
}

const oneRequest = { count: 1 };

/** Tells the hooks of attempts, and sends what they add to each. */
export function attemptHooks(hooks: HookSet, clock: Clock, keyHeader?: string): Interceptor {
  return (next) => (call) => {
    const event = attemptEvent(call, keyHeader);
    const startMs = clock.nowMs();
    hooks.tell("onAttemptStart", event);
    const observer = call.observer?.onAttempt(event);
    const end = ({ error, wasLeft }: ReplyEnd, requestId: string | undefined): void => {
      const ended: AttemptEndEvent = {
        method: event.method,
        kind: event.kind,
        endpoint: event.endpoint,
        idempotencyKey: event.idempotencyKey,
        attempt: event.attempt,
        durationMs: clock.nowMs() - startMs,
        error,
        isCancelled: wasLeft || isAbort(call, error),
        requestId,
      };
      hooks.tell("onAttemptEnd", ended);
      observer?.onEnd(ended);
    };
    // What is to be sent is known when the attempt has begun.
    const send = (): Promise<Reply> => next(observer ? withMetadata(call, observer) : call);
    return within(observer, send).then(
      (reply) =>
        followReply(reply, (ending) => end(ending, shownRequestId(reply.header, reply.trailer, call))),
      (error: unknown) => {
        const requestId = error instanceof CallError ? error.requestId : undefined;
        end({ error, wasLeft: false, messages: 0 }, requestId);
        throw error;
      },
    );
  };
}

/** Tells the hooks of pauses. */
export function retryHooks(hooks: HookSet, keyHeader?: string) {
  return (call: OutgoingCall, error: CallError, delayMs: number): void => {
    if (!hooks.hearsCalls) return;
    const event = { ...attemptEvent(call, keyHeader), error, delayMs };
    hooks.tell("onRetry", event);
    call.observer?.onRetry(event);
  };
}

/** What the caller set itself stays. */
function withMetadata(call: OutgoingCall, { metadata }: SafeAttemptObserver): OutgoingCall {
  let headers = call.metadata;
  for (const [name, value] of metadata) if (!headers.has(name)) headers = headers.with(name, value);
  return headers === call.metadata ? call : { ...call, metadata: headers };
}

async function* counting(messages: AsyncIterable<unknown>, sent: { count: number }): AsyncIterable<unknown> {
  for await (const message of messages) {
    sent.count += 1;
    yield message;
  }
}

function isAbort({ signal }: OutgoingCall, error: unknown): boolean {
  return error !== undefined && signal?.aborted === true && error === signal.reason;
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
