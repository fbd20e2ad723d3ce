import type { CallError } from "../error/call-error.js";

/** A call, as hooks see it: nothing of its messages, no header, no secret. */
export interface CallEvent {
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** Where it is called: `compute.api.example.com:443`. */
  readonly endpoint: string;
  /** The key of a call that may change something; the same on every attempt. */
  readonly idempotencyKey: string | undefined;
}

/** The end of a call. */
export interface CallEndEvent extends CallEvent {
  /** Milliseconds since its start, with authorization, attempts and pauses; of a stream until its end. */
  readonly durationMs: number;
  /** What it failed with: a `CallError`, or the reason of the caller's abort. Undefined after a success. */
  readonly error: unknown;
}

/** One attempt of a call. */
export interface AttemptEvent extends CallEvent {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The end of an attempt. */
export interface AttemptEndEvent extends AttemptEvent {
  /** Milliseconds since its start; of a stream until its end. */
  readonly durationMs: number;
  /** What it failed with; undefined after a success. */
  readonly error: unknown;
  /** Identifier of the request, where the server sends one. */
  readonly requestId: string | undefined;
}

/** An attempt that failed and will be repeated. */
export interface RetryEvent extends AttemptEvent {
  readonly error: CallError;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** A request for an access token that is over. */
export interface TokenEvent {
  /** What gives the tokens; no secret. */
  readonly credentials: string;
  readonly durationMs: number;
  /** What it failed with; undefined where there is a token. */
  readonly error: unknown;
}

/**
 * What a program is told of its calls, for logs and figures. A hook cannot
 * change a call: what it throws is reported to the logger and otherwise
 * ignored. To change calls, write an interceptor.
 */
export interface Hooks {
  onCallStart?(event: CallEvent): void;
  onCallEnd?(event: CallEndEvent): void;
  onAttemptStart?(event: AttemptEvent): void;
  onAttemptEnd?(event: AttemptEndEvent): void;
  onRetry?(event: RetryEvent): void;
  onToken?(event: TokenEvent): void;
}

/** Tells one hook; never throws. */
export type Tell = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => void;

/** Tells hooks of events; what a hook throws goes to `warn`. */
export function teller(hooks: Hooks, warn: (message: string) => void): Tell {
  return (name, event) => {
    try {
      // The compiler does not see that name and event belong together.
      (hooks[name] as ((event: unknown) => void) | undefined)?.call(hooks, event);
    } catch (error) {
      warn(`the hook ${name} threw ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}
