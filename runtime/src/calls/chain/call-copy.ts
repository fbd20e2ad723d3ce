import type { Metadata } from "../rpc/metadata.js";
import type { CallLimit, OutgoingCall } from "./interceptor.js";
import type { FollowedCall, Observers } from "./observers.js";

/** Under which a call has those who observe it: a copy that an interceptor makes keeps them, and nobody else sees them. */
export const observedBy = Symbol("observedBy");

/** The attempts of a call, for its response. */
export interface AttemptCount {
  attempts: number;
}

/** The key of a call's count of attempts. Like `observedBy`, copies that interceptors make keep it. */
export const countedBy = Symbol("countedBy");

/** A call, as the chain has it. */
export interface ChainCall extends OutgoingCall {
  readonly [countedBy]?: AttemptCount | undefined;
  readonly [observedBy]?: Observers<FollowedCall> | undefined;
}

/** A copy that is not yet anybody else's. */
type OwnCopy = { -readonly [Name in keyof ChainCall]: ChainCall[Name] };

/** Those who observe a call; undefined for nobody. */
export function findObservers(call: ChainCall): Observers<FollowedCall> | undefined {
  return call[observedBy];
}

/** Counts an attempt of a call. */
export function countAttempt(call: ChainCall): void {
  const count = call[countedBy];
  if (count) count.attempts += 1;
}

/** The call with those who observe it, and its requests as they see them. */
export function withObservers(
  call: OutgoingCall,
  observers: Observers<FollowedCall>,
  messages: OutgoingCall["messages"],
): OutgoingCall {
  const copy = copyCall(call);
  copy[observedBy] = observers;
  copy.messages = messages;
  return copy;
}

/** The call with other headers. */
export function withMetadata(call: OutgoingCall, metadata: Metadata): OutgoingCall {
  if (metadata === call.metadata) return call;
  const copy = copyCall(call);
  copy.metadata = metadata;
  return copy;
}

/** The call with another request. */
export function withMessage(call: OutgoingCall, message: object): OutgoingCall {
  const copy = copyCall(call);
  copy.message = message;
  return copy;
}

/** The call with an earlier deadline, and the limit that it comes from; the same call if its own is earlier. */
export function withDeadline(call: OutgoingCall, deadlineMs: number, limit: CallLimit): OutgoingCall {
  if (deadlineMs >= call.deadlineMs) return call;
  const copy = copyCall(call);
  copy.deadlineMs = deadlineMs;
  copy.limit = limit;
  return copy;
}

/**
 * A copy, written out property by property: so all calls look alike to the compiler, whatever steps they have been
 * through. A spread with changes makes objects of many kinds, and takes ten times the memory.
 */
function copyCall(call: ChainCall): OwnCopy {
  return {
    method: call.method,
    endpoint: call.endpoint,
    message: call.message,
    messages: call.messages,
    metadata: call.metadata,
    signal: call.signal,
    deadlineMs: call.deadlineMs,
    limit: call.limit,
    waitForReady: call.waitForReady,
    attempt: call.attempt,
    mayHaveReachedServer: call.mayHaveReachedServer,
    options: call.options,
    [countedBy]: call[countedBy],
    [observedBy]: call[observedBy],
  };
}
