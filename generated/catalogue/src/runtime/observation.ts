/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { validateResponse } from "./checks.js";
import { CatalogueError, pause } from "./core.js";
import type { ActiveCall, AttemptEndEvent, AttemptObserver, AttemptRunner, CallEvent } from "./core.js";
import type { CallObserver, CallResponse, EndEvent, Hooks, Operation, PreparedRequest } from "./core.js";
import type { RawResponse, Settings } from "./core.js";

export async function observeCall<T>(
  settings: Settings,
  operation: Operation<unknown>,
  signal: AbortSignal | undefined,
  isNotFoundAllowed: boolean,
  work: (runner: AttemptRunner) => Promise<CallResponse<T>>,
): Promise<CallResponse<T>> {
  const callStartMs = performance.now();
  const hooks = [settings.hooks ?? []].flat() as readonly Hooks[];
  const call = callEvent(settings, operation);
  const describeEnd = endDescriber(call, signal);
  for (const one of hooks) safely(() => one.onCallStart?.(call));
  const callObservers = hooks.flatMap((one) => safely(() => one.observe?.(call)) ?? []);
  let last: AttemptEndEvent | undefined;
  const runner: AttemptRunner = {
    async run(sent, send) {
      const { attempt } = sent;
      const startMs = performance.now();
      const event = { ...call, attempt };
      for (const one of hooks) safely(() => one.onAttemptStart?.(event));
      const observers = callObservers.flatMap((one) => safely(() => one.onAttempt?.(event)) ?? []);
      const end = (error: unknown, status: number | undefined): void => {
        const ended = { ...event, ...describeEnd(startMs, error, status) };
        last = ended;
        for (const one of observers) safely(() => one.onEnd?.(ended));
        for (const one of hooks) safely(() => one.onAttemptEnd?.(ended));
      };
      try {
        const result = await runInside(observers, () =>
          send({ ...sent, request: withHeaders(sent.request, observers) }),
        );
        const { notFound, error } = await findFailure(sent, result);
        end(isNotFoundAllowed ? error : (error ?? notFound), result.response.status);
        return result;
      } catch (error) {
        end(error, error instanceof CatalogueError ? error.status : undefined);
        throw error;
      }
    },
    pause(delayMs, caller) {
      const { attempt = 0, error } = last ?? {};
      const event = { ...call, attempt, error: error as CatalogueError, delayMs };
      for (const one of [...hooks, ...callObservers]) safely(() => one.onRetry?.(event));
      return pause(delayMs, caller);
    },
  };
  const endCall = (error: unknown): void => {
    const ended = { ...call, ...describeEnd(callStartMs, error, last?.status) };
    for (const one of callObservers) safely(() => one.onEnd?.(ended));
    for (const one of hooks) safely(() => one.onCallEnd?.(ended));
  };
  try {
    const response = await runInside(callObservers, () => work(runner));
    endCall(undefined);
    return response;
  } catch (error) {
    endCall(error);
    throw error;
  }
}

async function findFailure(
  call: ActiveCall,
  result: RawResponse,
): Promise<{ readonly notFound?: unknown; readonly error?: unknown }> {
  if (result.response.ok || result.isCached) return {};
  const validate = async () => validateResponse(call, result);
  return validate().catch((error: unknown) => ({ error }));
}

const endDescriber =
  (call: CallEvent, signal: AbortSignal | undefined) =>
  (startMs: number, error: unknown, status: number | undefined): EndEvent => ({
    durationMs: performance.now() - startMs,
    error: withoutArguments(error, call),
    isCancelled: signal?.aborted === true && error === signal.reason,
    status,
  });

function withoutArguments(error: unknown, { method, route }: CallEvent): unknown {
  if (!(error instanceof CatalogueError) || error.request === undefined) return error;
  const { message, cause, code, operation, request } = error;
  const start = `${operation}: ${request}: `;
  const what = message.startsWith(start) ? message.slice(start.length) : code;
  return new CatalogueError(code, what, { ...error, cause, request: `${method} ${route}` });
}

function callEvent(
  { baseUrl }: Settings,
  { name, method = "GET", path, parameters = [] }: Operation<unknown>,
): CallEvent {
  const { hostname, port, protocol } = new URL(baseUrl);
  const names = parameters.filter(({ location }) => !location).map((one) => `{${one.name}}`);
  const route = names.reduce((text, one, index) => text + one + (path[index + 1] ?? ""), path[0] ?? "");
  const endpoint = `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
  return { operation: name, method, route, endpoint };
}

function safely<T>(step: () => T): T | undefined {
  try {
    const result = step();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}

function withHeaders(request: PreparedRequest, observers: readonly AttemptObserver[]): PreparedRequest {
  const headers: Record<string, string> = {};
  for (const observer of observers) {
    for (const [name, value] of safely(() => Object.entries(observer.headers ?? {})) ?? []) {
      safely(() => Object.assign(headers, Object.fromEntries(new Headers([[name, value]]))));
    }
  }
  return { ...request, publicHeaders: { ...headers, ...request.publicHeaders } };
}

function runInside<T>(observers: readonly Pick<CallObserver, "run">[], work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  const start = (): void => void (result ??= work());
  observers.reduceRight<() => void>(
    (inner, observer) => () => {
      if (observer.run) safely(() => observer.run?.(inner));
      else inner();
    },
    start,
  )();
  start();
  return result as unknown as Promise<T>;
}
