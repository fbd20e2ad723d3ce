import { requestIdOf } from "../error/failure-report.js";
import { CallError } from "../error/call-error.js";
import type { Clock } from "../time/clock.js";
import type { AttemptEvent, CallEvent, Tell } from "./hooks.js";
import { idempotencyHeader } from "./idempotency.js";
import type { Interceptor, OutgoingCall, Reply } from "./interceptor.js";
import { followReply } from "./stream-reply.js";

/** Tells the hooks of whole calls. */
export function callHooks(tell: Tell, clock: Clock, keyHeader?: string): Interceptor {
  return (next) => async (call) => {
    const event = callEvent(call, keyHeader);
    const startMs = clock.nowMs();
    const end = (error: unknown): void => {
      tell("onCallEnd", { ...event, durationMs: clock.nowMs() - startMs, error });
    };
    tell("onCallStart", event);
    try {
      return followReply(await next(call), (failure) => end(failure?.error));
    } catch (error) {
      end(error);
      throw error;
    }
  };
}

/** Tells the hooks of attempts. */
export function attemptHooks(tell: Tell, clock: Clock, keyHeader?: string): Interceptor {
  return (next) => async (call) => {
    const event: AttemptEvent = attemptEvent(call, keyHeader);
    const startMs = clock.nowMs();
    const end = (error: unknown, requestId: string | undefined): void => {
      tell("onAttemptEnd", { ...event, durationMs: clock.nowMs() - startMs, error, requestId });
    };
    tell("onAttemptStart", event);
    try {
      const reply: Reply = await next(call);
      return followReply(reply, (failure) => end(failure?.error, requestIdOf(reply.header, reply.trailer)));
    } catch (error) {
      end(error, error instanceof CallError ? error.requestId : undefined);
      throw error;
    }
  };
}

/** What hooks see of an attempt. */
export function attemptEvent(call: OutgoingCall, keyHeader?: string): AttemptEvent {
  return { ...callEvent(call, keyHeader), attempt: call.attempt };
}

function callEvent(
  { method, endpoint, metadata }: OutgoingCall,
  keyHeader: string = idempotencyHeader,
): CallEvent {
  return {
    method: method.path.slice(1),
    endpoint: endpoint.authority,
    idempotencyKey: metadata.get(keyHeader),
  };
}
