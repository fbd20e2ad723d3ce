import type { ApiError } from "./error.js";

/** A call, as hooks receive it. It contains no argument, query, header or secret. */
export interface CallEvent {
  /** The operation by its name on the client: `pets.get`. */
  readonly operation: string;
  readonly method: string;
  /** The path with the names of its parameters: `/pets/{petId}`. */
  readonly route: string;
  /** Host and port of the base URL: `api.example.com:443`. */
  readonly endpoint: string;
}

/** How a call or an attempt ended. */
export interface EndEvent {
  /** The time from its start until the response has been read, or until a stream begins, in milliseconds. */
  readonly durationMs: number;
  /** The error, with the path template instead of arguments, or the reason of the caller's abort. */
  readonly error: unknown;
  /** Whether the caller aborted it by its signal. */
  readonly isCancelled: boolean;
  /** The HTTP status of the last response; undefined if none arrived. */
  readonly status: number | undefined;
}

/** The end of a call. Its duration includes credentials, attempts and pauses. */
export interface CallEndEvent extends CallEvent, EndEvent {}

/** One attempt of a call. */
export interface AttemptEvent extends CallEvent {
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
}

/** The end of an attempt. */
export interface AttemptEndEvent extends AttemptEvent, EndEvent {}

/** A retry: an attempt failed, and another one follows. */
export interface RetryEvent extends AttemptEvent {
  /** The error of the failed attempt. */
  readonly error: ApiError;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** Functions that receive the events of calls, for logs and metrics. Their errors and rejections are ignored. */
export interface Hooks {
  /** A call starts. Its arguments have not been checked yet. */
  onCallStart?(event: CallEvent): void;
  /** A call ended: its response has been read, or it failed. */
  onCallEnd?(event: CallEndEvent): void;
  onAttemptStart?(event: AttemptEvent): void;
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /** Returns an observer for one call, which can keep state, as traces need. Called after `onCallStart`. */
  observe?(event: CallEvent): CallObserver | undefined;
}

/** Receives the events of one call. */
export interface CallObserver {
  /** Runs the rest of the call in an active context. It must call `work` once, synchronously. */
  run?(work: () => void): void;
  onAttempt?(event: AttemptEvent): AttemptObserver | undefined;
  onRetry?(event: RetryEvent): void;
  onEnd?(event: CallEndEvent): void;
}

/** Receives the events of one attempt. */
export interface AttemptObserver {
  /** Headers of this attempt, such as `traceparent`. No secrets: redirects send them to any host. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs the attempt in an active context, like `run` of a {@link CallObserver}. */
  run?(work: () => void): void;
  onEnd?(event: AttemptEndEvent): void;
}
