/* Copied by `stratus openapi` from src/rest/runtime/observation.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Answer } from "./call.js";
import { CatalogueError } from "./error.js";
import type { Reply } from "./exchange.js";
import type { AttemptEndEvent, AttemptObserver, CallEvent, CallObserver, EndEvent, Hooks } from "./hooks.js";
import { judge } from "./judge.js";
import type { Operation } from "./operation.js";
import type { PreparedRequest } from "./request.js";
import type { Settings } from "./settings.js";
import type { Watch } from "./watch.js";
import { pause } from "./within.js";

/**
 * Does a call, and tells the client's hooks of it. Loaded only if there are
 * hooks. Nothing that a hook throws changes the call.
 */
export async function watchCall<T>(
  settings: Settings,
  operation: Operation<unknown>,
  signal: AbortSignal | undefined,
  isMissAllowed: boolean,
  work: (watch: Watch) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const callStartMs = performance.now();
  const hooks = [settings.hooks ?? []].flat() as readonly Hooks[];
  const call = callEvent(settings, operation);
  const ending = (startMs: number, error: unknown, status: number | undefined): EndEvent => {
    const isCancelled = signal?.aborted === true && error === signal.reason;
    return { durationMs: performance.now() - startMs, error, isCancelled, status };
  };
  for (const one of hooks) safely(() => one.onCallStart?.(call));
  const callObservers = hooks.flatMap((one) => safely(() => one.observe?.(call)) ?? []);
  let last: AttemptEndEvent | undefined;
  const watch: Watch = {
    async attempt(attempt, request, send) {
      const startMs = performance.now();
      const event = { ...call, attempt };
      for (const one of hooks) safely(() => one.onAttemptStart?.(event));
      const observers = callObservers.flatMap((one) => safely(() => one.onAttempt?.(event)) ?? []);
      const end = (error: unknown, status: number | undefined): void => {
        const ended = { ...event, ...ending(startMs, error, status) };
        last = ended;
        for (const one of observers) safely(() => one.onEnd?.(ended));
        for (const one of hooks) safely(() => one.onAttemptEnd?.(ended));
      };
      try {
        const reply = await runInside(observers, () => send(withHeaders(request, observers)));
        const { miss, error } = await failureIn(settings, operation, request, reply);
        end(isMissAllowed ? error : (error ?? miss), reply.response.status);
        return reply;
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
    const ended = { ...call, ...ending(callStartMs, error, last?.status) };
    for (const one of callObservers) safely(() => one.onEnd?.(ended));
    for (const one of hooks) safely(() => one.onCallEnd?.(ended));
  };
  try {
    const answer = await runInside(callObservers, () => work(watch));
    endCall(undefined);
    return answer;
  } catch (error) {
    endCall(error);
    throw error;
  }
}

/** The failure of a reply that is not a success. */
async function failureIn(
  settings: Settings,
  operation: Operation<unknown>,
  request: PreparedRequest,
  reply: Reply,
): Promise<{ readonly miss?: unknown; readonly error?: unknown }> {
  if (reply.response.ok || reply.isCached) return {};
  try {
    return await judge(settings, operation, request, reply);
  } catch (error) {
    return { error };
  }
}

function callEvent(
  { baseUrl }: Settings,
  { name, method = "GET", path, parameters = [] }: Operation<unknown>,
): CallEvent {
  const { hostname, port, protocol } = new URL(baseUrl);
  const names = parameters.filter(({ place }) => !place).map((one) => `{${one.name}}`);
  const route = names.reduce((text, one, index) => text + one + (path[index + 1] ?? ""), path[0] ?? "");
  const endpoint = `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
  return { operation: name, method, route, endpoint };
}

/** Calls what a program brought; what it throws or rejects with is ignored. */
function safely<T>(step: () => T): T | undefined {
  try {
    const result = step();
    // An async hook rejects instead of throwing; unheard, that would end the program.
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}

/** The request with the headers of observers, apart from those that cannot be sent. */
function withHeaders(request: PreparedRequest, observers: readonly AttemptObserver[]): PreparedRequest {
  const headers: Record<string, string> = {};
  for (const observer of observers) {
    for (const [name, value] of safely(() => Object.entries(observer.headers ?? {})) ?? []) {
      safely(() => Object.assign(headers, Object.fromEntries(new Headers([[name, value]]))));
    }
  }
  return { ...request, openHeaders: { ...headers, ...request.openHeaders } };
}

/** Does work inside the `run` of observers, the first outermost; it is done once, whatever they do. */
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
