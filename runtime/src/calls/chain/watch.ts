import type { CallError } from "../error/call-error.js";
import type { WaitEvent } from "./hooks.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";

/** Tells those who observe a session of what it does. */
export interface Watch {
  /** Tells of whole calls; undefined if nobody observes the session. */
  readonly calls: Interceptor | undefined;
  /** Tells of attempts. */
  readonly attempts: Interceptor | undefined;
  /** Tells of a pause before the next attempt. */
  retry(call: OutgoingCall, error: CallError, delayMs: number): void;
  /** Makes a request for a token, and reports it. */
  token<Result>(credentials: string, work: () => Promise<Result>): Promise<Result>;
  /** Waits for an operation, and reports it. */
  wait<Result>(
    event: WaitEvent,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
}
