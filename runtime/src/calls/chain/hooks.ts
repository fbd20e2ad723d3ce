import type { CallError } from "../error/call-error.js";
import type { MethodKind } from "../rpc/service.js";
import type { MetadataInit } from "../rpc/metadata.js";

/** A call, as hooks see it: nothing of its messages, no header, no secret. */
export interface CallEvent {
  /** The rpc: `svc.compute.v1.InstanceService/Get`. */
  readonly method: string;
  /** Which side sends how many messages. */
  readonly kind: MethodKind;
  /** Where it is called: `compute.api.example.com:443`. */
  readonly endpoint: string;
  /** The key of a call that may change something; the same on every attempt. */
  readonly idempotencyKey: string | undefined;
}

/** How a call or an attempt ended. */
export interface EndEvent {
  /** Milliseconds since its start; of a stream until its end. */
  readonly durationMs: number;
  /** What it failed with: a `CallError`, or the reason of the caller's abort. Undefined after a success. */
  readonly error: unknown;
  /** Whether the caller ended it: by its signal, or by leaving the loop of a stream. */
  readonly isCancelled: boolean;
}

/** The end of a call. Its time counts authorization, attempts and pauses. */
export interface CallEndEvent extends CallEvent, EndEvent {
  /** Requests that were taken from the caller: 1 unless it streams them. */
  readonly sentMessages: number;
  /** Responses that were given to the caller. */
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

/** An attempt that failed and will be repeated. */
export interface RetryEvent extends AttemptEvent {
  /** What the attempt failed with. */
  readonly error: CallError;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** A request for an access token that is over. */
export interface TokenEvent {
  /** What gives the tokens; no secret. */
  readonly credentials: string;
  /** Milliseconds that the request for a token took. */
  readonly durationMs: number;
  /** The reason of its failure; undefined if there is a token. */
  readonly error: unknown;
}

/**
 * What a program is told about its calls, for logs and metrics. A hook cannot
 * change a call: what it throws, or rejects with, is reported to the logger and
 * otherwise ignored. To change calls, write an interceptor.
 */
export interface Hooks {
  /** A call begins, as the program made it: before authorization and attempts. */
  onCallStart?(event: CallEvent): void;
  /** A call is over: its reply is there, it failed, or its stream has been read. */
  onCallEnd?(event: CallEndEvent): void;
  /** An attempt of a call goes to the server. */
  onAttemptStart?(event: AttemptEvent): void;
  /** An attempt is over; of a stream, once it has been read. */
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /** A request for an access token is over. */
  onToken?(event: TokenEvent): void;
  /**
   * Called at the start of each call, after `onCallStart`, for an observer
   * of it. The observer is told about this call only and may keep what
   * it knows in its own variables, as traces need.
   */
  observe?(event: CallEvent): CallObserver | undefined;
  /** Called when the program begins to wait for an operation that is still running, for an observer of the wait. */
  observeWait?(event: WaitEvent): WaitObserver | undefined;
}

/** Follows one call from its start to its end. */
export interface CallObserver {
  /**
   * Runs the rest of the call with a context active in it: call `work` once, synchronously.
   * If this does not call it, or throws, the call goes on all the same.
   */
  run?(work: () => void): void;
  /** Called at the start of each attempt. */
  onAttempt?(event: AttemptEvent): AttemptObserver | undefined;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /** The call is over. */
  onEnd?(event: CallEndEvent): void;
}

/** A program that waits for the end of an operation. Each read of the operation is a separate call. */
export interface WaitEvent {
  /** The operation, by its id. */
  readonly operationId: string;
  /** The rpc that made the operation; undefined if it was picked up by its id. */
  readonly method: string | undefined;
  /** Where the operation is read. */
  readonly endpoint: string;
}

/** The end of a wait. Its error is the operation's if that failed. */
export interface WaitEndEvent extends WaitEvent, EndEvent {}

/** Follows one wait for an operation. */
export interface WaitObserver {
  /** Runs the wait; as `run` of a call. */
  run?(work: () => void): void;
  /** The wait is over. */
  onEnd?(event: WaitEndEvent): void;
}

/** Follows one attempt of a call. */
export interface AttemptObserver {
  /** Headers to send with this attempt, such as `traceparent`. One that the call has already stays. */
  readonly metadata?: MetadataInit | undefined;
  /** Runs the attempt; as `run` of the call. */
  run?(work: () => void): void;
  /** The attempt is over. */
  onEnd?(event: AttemptEndEvent): void;
}
