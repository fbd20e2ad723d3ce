import type { CallError } from "../error/call-error.js";
import type { MethodKind } from "../rpc/service.js";
import type { MetadataInit } from "../rpc/metadata.js";

/** A call, without its messages, its headers and its secrets. */
export interface CallEvent {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** Which side sends how many messages. */
  readonly kind: MethodKind;
  /** Where the client calls it: `compute.api.example.com:443`. */
  readonly endpoint: string;
  /** The key of a call that may change something; the same on every attempt. */
  readonly idempotencyKey: string | undefined;
}

/** How a call, an attempt or a wait ended. */
export interface EndEvent {
  /** Milliseconds since its start. A stream ends when it has been read. */
  readonly durationMs: number;
  /** Its failure: a `CallError`, or the reason of the caller's abort. Undefined after a success. */
  readonly error: unknown;
  /** Whether the caller ended it, by its signal or by leaving the loop of a stream. */
  readonly isCancelled: boolean;
}

/** The end of a call. Its time includes authorization, attempts and delays. */
export interface CallEndEvent extends CallEvent, EndEvent {
  /** Number of attempts: 0 if nothing was sent, more than 1 if the client retried the call. */
  readonly attempts: number;
  /** Requests that the client took from the caller: 1 unless the caller streams them. */
  readonly sentMessages: number;
  /** Responses that the caller received. */
  readonly receivedMessages: number;
}

/** One attempt of a call. */
export interface AttemptEvent extends CallEvent {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The end of an attempt. */
export interface AttemptEndEvent extends AttemptEvent, EndEvent {
  /** Identifier of the request, if the server sends one. */
  readonly requestId: string | undefined;
}

/** An attempt that failed and that the client will retry. */
export interface RetryEvent extends AttemptEvent {
  /** The failure of the attempt. */
  readonly error: CallError;
  /** The delay before the next attempt, in milliseconds. */
  readonly delayMs: number;
  /** Whether the server asked for this delay (gRFC A6, "pushback"), by `grpc-retry-pushback-ms`, `RetryInfo` or `retry_after`. */
  readonly isPushback: boolean;
}

/** The end of a request for an access token. */
export interface TokenEvent {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The source of the tokens, in words; no secret. */
  readonly credentials: string;
  /** Duration of the request, in milliseconds. */
  readonly durationMs: number;
  /** Its failure; undefined if it gave a token. */
  readonly error: unknown;
}

/** A program that waits for the end of an operation. Each read of the operation is a separate call. */
export interface WaitEvent {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The operation, by its id. */
  readonly operationId: string;
  /** The rpc that started the operation; undefined if the program knows the operation by its id alone. */
  readonly method: string | undefined;
  /** Where the client reads the operation. */
  readonly endpoint: string;
}

/**
 * Reports the calls of a session, for logs and metrics. A hook cannot change a
 * call: if it throws or rejects, the logger is warned, and the call goes on. To
 * change calls, write an interceptor.
 */
export interface Hooks {
  /** A call starts, as the program made it: before authorization and attempts. */
  onCallStart?(event: CallEvent): void;
  /** A call has ended: its response has arrived, it failed, or its stream has been read. */
  onCallEnd?(event: CallEndEvent): void;
  /** An attempt of a call starts. */
  onAttemptStart?(event: AttemptEvent): void;
  /** An attempt has ended; that of a stream, when the stream has been read. */
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a delay. */
  onRetry?(event: RetryEvent): void;
  /** A request for an access token has ended. */
  onToken?(event: TokenEvent): void;
  /**
   * Returns an observer of one call; called at its start, after `onCallStart`.
   * The observer sees this call only, so that it can keep state in its own
   * variables, as traces need.
   */
  observe?(event: CallEvent): CallObserver | undefined;
  /** Returns an observer of a wait for an operation that is still running. Its error is the operation's if that failed. */
  observeWait?(event: WaitEvent): Observer<WaitEvent & EndEvent> | undefined;
}

/** Observes one thing from its start to its end: a call, an attempt, a wait. */
export interface Observer<End> {
  /**
   * Runs it with a context active inside: call `work` once, synchronously. If
   * this does not call `work`, or throws, the client does the work all the same.
   */
  run?(work: () => void): void;
  /** It has ended. */
  onEnd?(event: End): void;
}

/** Observes one call. */
export interface CallObserver extends Observer<CallEndEvent> {
  /** Returns an observer of an attempt; called at its start. */
  onAttempt?(event: AttemptEvent): AttemptObserver | undefined;
  /** An attempt failed, and the next one follows after a delay. */
  onRetry?(event: RetryEvent): void;
}

/** Observes one attempt of a call. */
export interface AttemptObserver extends Observer<AttemptEndEvent> {
  /** Headers to send with this attempt, such as `traceparent`. They replace no header that the call has. */
  readonly metadata?: MetadataInit | undefined;
}
