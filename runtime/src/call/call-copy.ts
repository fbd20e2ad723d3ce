import type { Metadata } from "../rpc/metadata.js";
import type { CallLimit, OutgoingCall } from "./interceptor.js";

/** A copy that is not yet anybody else's. */
type OwnCopy = { -readonly [Name in keyof OutgoingCall]: OutgoingCall[Name] };

/** The call with other headers. */
export function withMetadata(call: OutgoingCall, metadata: Metadata): OutgoingCall {
  const copy = copyOf(call);
  copy.metadata = metadata;
  return copy;
}

/** The call with an earlier deadline, and the limit that it comes from; the same call where its own is earlier. */
export function limited(call: OutgoingCall, deadlineMs: number, limit: CallLimit): OutgoingCall {
  if (deadlineMs >= call.deadlineMs) return call;
  const copy = copyOf(call);
  copy.deadlineMs = deadlineMs;
  copy.limit = limit;
  return copy;
}

/**
 * A copy, written out property by property: so all calls look alike to the compiler, whatever steps they have been
 * through. A spread with changes makes objects of many kinds, and takes ten times the memory.
 */
function copyOf(call: OutgoingCall): OwnCopy {
  return {
    method: call.method,
    endpoint: call.endpoint,
    message: call.message,
    messages: call.messages,
    metadata: call.metadata,
    signal: call.signal,
    deadlineMs: call.deadlineMs,
    limit: call.limit,
    attempt: call.attempt,
    options: call.options,
    observer: call.observer,
  };
}
