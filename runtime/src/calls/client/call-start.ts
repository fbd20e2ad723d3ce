import { type AttemptCount, type ChainCall, countedBy, observedBy } from "../chain/call-copy.js";
import type { CallOptions } from "../chain/call-options.js";
import type { Timeouts } from "../chain/deadline.js";
import { requireLimitMs } from "../chain/timeout.js";
import type { CallLimit, Next, IncomingResponse } from "../chain/interceptor.js";
import type { SessionReporter } from "../chain/session-reporter.js";
import { checkOptionNames, requireSwitch } from "../chain/option-names.js";
import { fillParentId } from "../chain/parent-id.js";
import { requireRetryOptions } from "../chain/retry-policy.js";
import type { Warning } from "../chain/warnings.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import { CallError } from "../error/call-error.js";
import { Metadata } from "../rpc/metadata.js";
import type { Method } from "../rpc/service.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { HeaderNames, SessionWiring } from "../rpc/wiring.js";
import { fillRequest } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { applyCarryOption } from "./carry-option.js";
import { rejectPartialUpdate } from "./partial-update.js";
import { resetMaskHeader } from "../chain/default-headers.js";
import { toCallStartError } from "./call-start-error.js";
import { createDescription, describeKey, type DescribingOptions } from "./describe-call.js";
import type { Clock } from "../../base/time/clock.js";

/** The parts of a session that calls depend on. */
export interface CallDependencies {
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborted when the session is closed. Ends pauses. */
  readonly closing: AbortSignal;
  /** Creates an idempotency key. */
  readonly newKey: () => string;
  readonly timeouts: Timeouts;
  /** Whether calls wait for a connection, unless they or their client say otherwise. */
  readonly waitForReady: boolean;
  /** Fixed poll interval of operations, in milliseconds; undefined if it grows with the time. */
  readonly pollIntervalMs: number | undefined;
  /** Parent ID of requests without one. */
  readonly parentId: string | undefined;
  /** The `name` of errors. */
  readonly errorName: string;
  /** Separates the entries of caches by login. */
  readonly cacheScope: string | undefined;
  readonly wiring: {
    readonly sdk: { readonly name: string };
    readonly updates?: SessionWiring["updates"];
    readonly kind?: "grpc" | undefined;
    readonly serviceErrors: readonly MessageType<unknown>[];
    readonly headers?: HeaderNames | undefined;
  };
  /** Reports what the session does to its observers. */
  readonly reporter: SessionReporter;
  /**
   * Raises the limit of listeners of a signal. Many calls may share one, and each removes its listener, so Node's warning
   * of a leak would be wrong.
   */
  expectListeners(signal: AbortSignal): void;
  /** Logs a warning, unless the same one was logged before. */
  warnOnce(warning: Warning): void;
}

/** The path of a client's calls: the interceptors, and the endpoint. */
export interface Route {
  readonly core: CallDependencies;
  readonly next: Next;
  readonly endpoint: Endpoint;
  /** Whether calls wait for a connection; undefined for what the session says. */
  readonly waitForReady?: boolean | undefined;
  /** The time limit that several calls share, beside the limits of each call. */
  readonly within?: SharedTime | undefined;
  /** Counts the attempts of the last call that was started without a count. */
  readonly count?: AttemptCount | undefined;
}

/** A time limit for several calls and the pauses between them. */
export interface SharedTime {
  /** The end, in milliseconds of the clock. */
  readonly endMs: number;
  /** The option that sets the limit. */
  readonly limit: CallLimit;
}

const noOptions: CallOptions = Object.freeze({});

/**
 * Starts a call with one request. Copies and checks the caller's request and options before anything is sent. Invalid
 * options reject with an `OptionsError`, an invalid request with a `CallError` INVALID_ARGUMENT without attempts.
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

/** Starts a call with a stream of requests. Each request is filled when it is sent. */
export function startStreamingCall(
  route: Route,
  method: Method,
  requests: AsyncIterable<unknown> | Iterable<unknown>,
  options: CallOptions = noOptions,
  count = route.count,
): Promise<IncomingResponse> {
  return send(route, method, options, count, undefined, fillStream(route, method, requests));
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
  const describe = (options as DescribingOptions | null)?.[describeKey];
  try {
    checkOptionNames(options, method);
    const { signal } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    checkSharedTime(route, method);
    if (signal) route.core.expectListeners(signal);
    warnIfDeprecated(route, method);
    const message = messages ? undefined : fillUnary(route, method, request, options);
    // Streamed requests contain their parent IDs.
    if (messages) fillParentId(method, undefined, options.parentId, undefined);
    if (describe) {
      describe(createDescription(route.core, method, message));
      return new Promise(() => undefined);
    }
    return route.next(createCall(route, method, options, count, message, messages));
  } catch (error) {
    // Interceptors throw before the call is sent, and reject afterwards.
    const failure = toCallStartError(route, method, error);
    describe?.(failure);
    return describe ? new Promise(() => undefined) : Promise.reject(failure);
  }
}

/** @throws CallError DEADLINE_EXCEEDED if the shared time limit is over. */
export function checkSharedTime(route: Route, method: Method): void {
  const { core, within } = route;
  if (within !== undefined && core.clock.nowMs() >= within.endMs) throw sharedTimeoutError(route, method);
}

/** Creates the error of a call that was not sent because the shared time limit is over. */
export function sharedTimeoutError({ core, endpoint, within }: Route, method: Method): CallError {
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

function createCall(
  { core, endpoint, waitForReady = core.waitForReady, within }: Route,
  method: Method,
  options: CallOptions,
  count: AttemptCount | undefined,
  message: unknown,
  messages: AsyncIterable<unknown> | undefined,
): ChainCall {
  const { timeoutMs, attemptTimeoutMs, retry, signal, metadata } = options;
  if (attemptTimeoutMs !== undefined) requireLimitMs(attemptTimeoutMs, "attemptTimeoutMs");
  requireSwitch(options.waitForReady, "waitForReady");
  if (retry) requireRetryOptions(retry);
  const limitMs =
    timeoutMs !== undefined
      ? requireLimitMs(timeoutMs, "timeoutMs")
      : method.kind === "unary"
        ? core.timeouts.overallTimeoutMs
        : Infinity;
  const callEndMs = core.clock.nowMs() + limitMs;
  const isShared = within !== undefined && within.endMs <= callEndMs;
  return {
    method,
    endpoint,
    message,
    messages,
    metadata: metadata === undefined ? Metadata.empty : Metadata.from(metadata),
    signal,
    deadlineMs: isShared ? within.endMs : callEndMs,
    limit: isShared ? within.limit : callLimit(limitMs, timeoutMs !== undefined),
    waitForReady: options.waitForReady ?? waitForReady,
    attempt: 1,
    mayHaveReachedServer: false,
    options,
    [countedBy]: count,
    // Set from the start, because adding a property in a copy is several times slower than replacing one.
    [observedBy]: undefined,
  };
}

function callLimit(ms: number, isCallOption: boolean): CallLimit | undefined {
  if (ms === Infinity) return undefined;
  return isCallOption
    ? { option: "timeoutMs", ms, reason: "REQUEST_TIMEOUT" }
    : { option: "overallTimeoutMs of the session", ms };
}

function fillUnary({ core }: Route, method: Method, request: unknown, options: CallOptions): unknown {
  // The compiler has checked the request; `fillRequest` checks what plain JavaScript passes.
  const given = applyCarryOption(method.request, request as object, options);
  const message = fillRequest(method.request, given);
  if (method.isUpdate)
    rejectPartialUpdate(method.request, given, options, core.wiring.headers?.resetMask ?? resetMaskHeader);
  fillParentId(method, message, options.parentId, core.parentId);
  return message;
}

async function* fillStream(
  route: Route,
  method: Method,
  requests: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterable<unknown> {
  for await (const request of requests) {
    try {
      yield fillRequest(method.request as MessageTable<object>, request as object);
    } catch (error) {
      throw toCallStartError(route, method, error);
    }
  }
}

/** Warns that the method is deprecated, or else its service. */
function warnIfDeprecated({ core }: Route, { path, deprecated, service }: Method): void {
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
