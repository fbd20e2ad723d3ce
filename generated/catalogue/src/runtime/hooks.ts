/* Copied by `stratus openapi` from src/rest/runtime/hooks.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { CatalogueError } from "./error.js";

/** A call, as hooks see it: nothing of its arguments, no query, no header, no secret. */
export interface CallEvent {
  /** The operation, as it is called on the client: `pets.get`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with the names of its parameters: `/pets/{petId}`. */
  readonly route: string;
  /** Host and port of the base URL: `api.example.com:443`. */
  readonly endpoint: string;
}

/** How a call or an attempt ended. */
export interface EndEvent {
  /** Milliseconds since its start, until the answer has been read; of a stream, until it begins. */
  readonly durationMs: number;
  /** The reason of its failure: the package's error, or the reason of the caller's abort. Undefined after a success. */
  readonly error: unknown;
  /** Whether the caller ended it by its signal. */
  readonly isCancelled: boolean;
  /** HTTP status of the last answer; undefined if none came. */
  readonly status: number | undefined;
}

/** The end of a call. Its time counts credentials, attempts and pauses. */
export interface CallEndEvent extends CallEvent, EndEvent {}

/** One attempt of a call. */
export interface AttemptEvent extends CallEvent {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** The end of an attempt. */
export interface AttemptEndEvent extends AttemptEvent, EndEvent {}

/** An attempt that failed and will be repeated. */
export interface RetryEvent extends AttemptEvent {
  /** What the attempt failed with. */
  readonly error: CatalogueError;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/**
 * What a program is told about its calls, for logs and metrics. A hook cannot
 * change a call: what it throws, or rejects with, is ignored. A call whose
 * arguments or options are refused has a start and an end, and no attempt.
 */
export interface Hooks {
  /** A call begins, as the program made it: before its arguments are checked. */
  onCallStart?(event: CallEvent): void;
  /** A call is over: its answer is there, or it failed. */
  onCallEnd?(event: CallEndEvent): void;
  /** An attempt of a call goes to the server. */
  onAttemptStart?(event: AttemptEvent): void;
  /** An attempt is over. */
  onAttemptEnd?(event: AttemptEndEvent): void;
  /** An attempt failed, and the next one follows after a pause. */
  onRetry?(event: RetryEvent): void;
  /**
   * Called at the start of each call, after `onCallStart`, for an observer
   * of it. The observer is told about this call only and may keep what
   * it knows in variables of its own, as traces need.
   */
  observe?(event: CallEvent): CallObserver | undefined;
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

/** Follows one attempt of a call. */
export interface AttemptObserver {
  /**
   * Headers to send with this attempt, such as `traceparent`. One that the call
   * has already stays. They follow redirects to any host: put no secret here.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs the attempt; as `run` of the call. */
  run?(work: () => void): void;
  /** The attempt is over. */
  onEnd?(event: AttemptEndEvent): void;
}
