import { type AttemptCount, type ChainCall, countedBy, observedBy } from "../chain/call-copy.js";
import type { CallOptions } from "../chain/call-options.js";
import type { Timeouts } from "../chain/deadline.js";
import { requireTimeoutMs } from "../chain/timeout.js";
import type { CallLimit, Next, IncomingResponse } from "../chain/interceptor.js";
import type { SessionReporter } from "../chain/session-reporter.js";
import { checkOptionNames } from "../chain/option-names.js";
import { fillParentId } from "../chain/parent-id.js";
import { requireRetryOptions } from "../chain/retry-policy.js";
import type { Warning } from "../chain/warnings.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import { CallError } from "../error/call-error.js";
import { Metadata } from "../rpc/metadata.js";
import type { Method } from "../rpc/service.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { HeaderNames } from "../rpc/wiring.js";
import { fillRequest } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { withCarried } from "./carried-request.js";
import { refusedCall } from "./refused-call.js";
import type { Clock } from "../../base/time/clock.js";

/** The parts of a session that a call needs. */
export interface CallGround {
  readonly clock: Clock;
  readonly random: () => number;
  /** Ends pauses with its reason, when the session is closed. */
  readonly closing: AbortSignal;
  /** Makes an idempotency key. */
  readonly newKey: () => string;
  readonly timeouts: Timeouts;
  /** Pause between two reads of an operation that is waited for, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Parent of requests that name none. */
  readonly parentId: string | undefined;
  /** The name of errors. */
  readonly errorName: string;
  readonly wiring: {
    readonly serviceErrors: readonly MessageType<unknown>[];
    readonly headers?: HeaderNames | undefined;
  };
  /** Reports what the session does to its observers. */
  readonly reporter: SessionReporter;
  /** Many calls and waits under one signal are no leak, whatever Node's warning thinks: each takes its listener away again. */
  expectListeners(signal: AbortSignal): void;
  /** Warns once of each thing. */
  warnOnce(warning: Warning): void;
}

/** Where the calls of one client go. */
export interface Route {
  readonly core: CallGround;
  readonly next: Next;
  readonly endpoint: Endpoint;
  /** The time that several calls have together; each has its own limits beside it. */
  readonly within?: SharedTime | undefined;
  /** Counts the attempts of the last call that was started without a count. */
  readonly count?: AttemptCount | undefined;
}

/** A limit of time for several calls and what is done between them. */
export interface SharedTime {
  /** When all of it is over, in milliseconds of the clock. */
  readonly endMs: number;
  /** The option that says so. */
  readonly limit: CallLimit;
}

const noOptions: CallOptions = Object.freeze({});

/**
 * Starts a call with one request. What the caller wrote is copied and checked
 * before anything is sent; what is wrong with it becomes a `CallError` with
 * `INVALID_ARGUMENT` and no attempts.
 */
export function startCall(
  route: Route,
  method: Method,
  request: unknown,
  options: CallOptions = noOptions,
  count = route.count,
): Promise<IncomingResponse> {
  return send(route, method, options, count, request);
}

/** Starts a call whose requests are streamed. Each is filled when it is sent. */
export function startStreamingCall(
  route: Route,
  method: Method,
  requests: AsyncIterable<unknown> | Iterable<unknown>,
  options: CallOptions = noOptions,
  count = route.count,
): Promise<IncomingResponse> {
  return send(route, method, options, count, undefined, fillAll(route, method, requests));
}

function send(
  route: Route,
  method: Method,
  options: CallOptions,
  count: AttemptCount | undefined,
  request: unknown,
  messages?: AsyncIterable<unknown>,
): Promise<IncomingResponse> {
  if (count) count.attempts = 0;
  try {
    checkOptionNames(options, method);
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    requireTime(route, method);
    if (signal) route.core.expectListeners(signal);
    warnOfDeprecation(route, method);
    const message = messages ? undefined : fillOne(route, method, request, options);
    // Streamed requests say themselves what they are about.
    if (messages) fillParentId(method, undefined, options.parentId, undefined);
    return route.next(outgoing(route, method, options, count, message, messages));
  } catch (error) {
    // Steps throw before the call is on its way, and reject afterwards.
    return Promise.reject(refusedCall(route, method, error));
  }
}

/** @throws A CallError, DEADLINE_EXCEEDED, when the time that the call shares with others is over. */
export function requireTime(route: Route, method: Method): void {
  const { core, within } = route;
  if (within !== undefined && core.clock.nowMs() >= within.endMs) throw overdueCall(route, method);
}

/** The error of a call for which no time is left. */
export function overdueCall({ core, endpoint, within }: Route, method: Method): CallError {
  const limit = within?.limit;
  return new CallError({
    name: core.errorName,
    code: "DEADLINE_EXCEEDED",
    clientReason: "DEADLINE_EXCEEDED",
    text: `the call was not sent: the ${limit?.ms} ms of the option ${limit?.option} were over`,
    method: method.path.slice(1),
    endpoint: endpoint.authority,
  });
}

function outgoing(
  { core, endpoint, within }: Route,
  method: Method,
  options: CallOptions,
  count: AttemptCount | undefined,
  message: unknown,
  messages: AsyncIterable<unknown> | undefined,
): ChainCall {
  const { timeoutMs, attemptTimeoutMs, retry, signal, metadata } = options;
  if (attemptTimeoutMs !== undefined) requireTimeoutMs(attemptTimeoutMs, "attemptTimeoutMs");
  if (retry) requireRetryOptions(retry);
  const limitMs =
    timeoutMs !== undefined
      ? requireTimeoutMs(timeoutMs, "timeoutMs")
      : method.kind === "unary"
        ? core.timeouts.overallTimeoutMs
        : Infinity;
  const ownEndMs = core.clock.nowMs() + limitMs;
  const isShared = within !== undefined && within.endMs <= ownEndMs;
  return {
    method,
    endpoint,
    message,
    messages,
    metadata: metadata === undefined ? Metadata.empty : Metadata.from(metadata),
    signal,
    deadlineMs: isShared ? within.endMs : ownEndMs,
    limit: isShared ? within.limit : callLimit(limitMs, timeoutMs !== undefined),
    attempt: 1,
    mayHaveReachedServer: false,
    options,
    [countedBy]: count,
    // Named from the start: a copy that adds a property costs several times as much as one that replaces it.
    [observedBy]: undefined,
  };
}

function callLimit(ms: number, isCallers: boolean): CallLimit | undefined {
  if (ms === Infinity) return undefined;
  return isCallers
    ? { option: "timeoutMs", ms, reason: "REQUEST_TIMEOUT" }
    : { option: "overallTimeoutMs of the session", ms };
}

function fillOne({ core }: Route, method: Method, request: unknown, options: CallOptions): unknown {
  // The compiler has checked the request; `fillRequest` checks what plain JavaScript passes.
  const message = fillRequest(method.request, withCarried(method.request, request as object, options));
  fillParentId(method, message, options.parentId, core.parentId);
  return message;
}

async function* fillAll(
  route: Route,
  method: Method,
  requests: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterable<unknown> {
  for await (const request of requests) {
    try {
      yield fillRequest(method.request as MessageTable<object>, request as object);
    } catch (error) {
      throw refusedCall(route, method, error);
    }
  }
}

/** Of the method where it is deprecated itself, else of its service as a whole. */
function warnOfDeprecation({ core }: Route, { path, deprecated, service }: Method): void {
  if (deprecated !== undefined) {
    const method = path.slice(1);
    core.warnOnce({ event: "deprecated_method", method, message: deprecationText(method, deprecated) });
  } else if (service.deprecated !== undefined) {
    const message = deprecationText(service.typeName, service.deprecated);
    core.warnOnce({ event: "deprecated_service", service: service.typeName, message });
  }
}

function deprecationText(name: string, details: string): string {
  return `${name} is deprecated${details === "" ? "" : `: ${details}`}`;
}
