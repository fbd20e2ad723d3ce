import { Metadata } from "../rpc/metadata.js";
import { showText } from "../text/secret-text.js";
import { messageOf } from "../text/value-text.js";
import type { AttemptObserver, CallEvent, CallObserver, Hooks, WaitEvent, WaitObserver } from "./hooks.js";

/** The hooks of a session as the runtime calls them: nothing of it ever throws. */
export interface HookSet {
  /** Whether anyone is told of calls now. What would be told is not gathered for nobody. */
  readonly hearsCalls: boolean;
  /** Whether hooks are told of attempts that nobody follows with their call. */
  readonly hearsAttempts: boolean;
  /** Whether anyone is told of waits for operations now. */
  readonly hearsWaits: boolean;
  /** Tells the hooks of an event. */
  readonly tell: Tell;
  /** Those who follow a call, as one; undefined where nobody does. */
  observe(event: CallEvent): SafeCallObserver | undefined;
  /** Those who follow a wait for an operation, as one; undefined where nobody does. */
  observeWait(event: WaitEvent): Required<WaitObserver> | undefined;
}

/** Those who listen to all sessions of a process. They come and go, so that they are asked for each call. */
export interface Everywhere {
  readonly hearsCalls: () => boolean;
  readonly hearsWaits: () => boolean;
  readonly hooks: Required<Pick<Hooks, "observe" | "observeWait">>;
}

/** Tells the hooks of one name. */
export type Tell = <Name extends ToldName>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => void;

/** Follows a call; never throws. */
export interface SafeCallObserver extends Required<Omit<CallObserver, "onAttempt">> {
  onAttempt(event: Parameters<NonNullable<CallObserver["onAttempt"]>>[0]): SafeAttemptObserver;
}

/** Follows an attempt; never throws. */
export interface SafeAttemptObserver extends Required<Omit<AttemptObserver, "metadata">> {
  /** What is sent with the attempt besides the call's own headers; to be asked for inside `run`. */
  readonly metadata: Metadata;
}

type ToldName = Exclude<keyof Hooks, "observe" | "observeWait">;

/** Calls what a program brought. What that throws goes to the logger, and nothing comes back. */
type Guard = <T>(name: string, step: () => T) => T | undefined;

/** The hooks of a session; what one of them throws goes to `warn`. Those who listen everywhere stand around them. */
export function hookSet(
  given: Hooks | readonly Hooks[] | undefined,
  warn: (message: string) => void,
  everywhere?: Everywhere,
): HookSet {
  const all = isSeveral(given) ? given : given ? [given] : [];
  const guard = guardWith(warn);
  const observing = [...(everywhere ? [everywhere.hooks] : []), ...all];
  return {
    get hearsCalls() {
      return all.length > 0 || everywhere?.hearsCalls() === true;
    },
    get hearsWaits() {
      return all.length > 0 || everywhere?.hearsWaits() === true;
    },
    hearsAttempts: all.some((hooks) => hooks.onAttemptStart ?? hooks.onAttemptEnd ?? hooks.observe),
    tell(name, event) {
      for (const hooks of all) {
        // The compiler does not see that name and event belong together.
        const hook = hooks[name] as ((event: unknown) => void) | undefined;
        if (hook !== undefined) guard(name, () => hook.call(hooks, event));
      }
    },
    observe(event) {
      const observers = observing.flatMap((hooks) => guard("observe", () => hooks.observe?.(event)) ?? []);
      return observers.length > 0 ? safeCallObserver(observers, guard) : undefined;
    },
    observeWait(event) {
      const observers = observing.flatMap(
        (hooks) => guard("observeWait", () => hooks.observeWait?.(event)) ?? [],
      );
      return observers.length > 0 ? safeWaitObserver(observers, guard) : undefined;
    },
  };
}

function guardWith(warn: (message: string) => void): Guard {
  const report = (name: string, error: unknown): void => {
    const text = messageOf(error);
    warn(`the hook ${name} threw ${showText(text, 500)}`);
  };
  return (name, step) => {
    try {
      const result = step();
      // An async hook rejects where others throw; unheard, that would end the process.
      if (result instanceof Promise) result.catch((error: unknown) => report(name, error));
      return result;
    } catch (error) {
      report(name, error);
      return undefined;
    }
  };
}

function safeCallObserver(observers: readonly CallObserver[], guard: Guard): SafeCallObserver {
  return {
    run: nested(observers, guard),
    onAttempt(event) {
      const attempts = observers.flatMap(
        (observer) => guard("onAttempt", () => observer.onAttempt?.(event)) ?? [],
      );
      return safeAttemptObserver(attempts, guard);
    },
    onRetry(event) {
      for (const observer of observers) guard("onRetry", () => observer.onRetry?.(event));
    },
    onEnd(event) {
      for (const observer of observers) guard("onEnd", () => observer.onEnd?.(event));
    },
  };
}

function safeWaitObserver(observers: readonly WaitObserver[], guard: Guard): Required<WaitObserver> {
  return {
    run: nested(observers, guard),
    onEnd(event) {
      for (const observer of observers) guard("onEnd", () => observer.onEnd?.(event));
    },
  };
}

function safeAttemptObserver(observers: readonly AttemptObserver[], guard: Guard): SafeAttemptObserver {
  return {
    get metadata() {
      const metadata = observers.flatMap((observer) => [
        ...(guard("metadata", () => Metadata.from(observer.metadata)) ?? Metadata.empty),
      ]);
      return Metadata.received(metadata);
    },
    run: nested(observers, guard),
    onEnd(event) {
      for (const observer of observers) guard("onEnd", () => observer.onEnd?.(event));
    },
  };
}

/** One `run` inside the other, the first outermost. */
function nested(observers: readonly Pick<CallObserver, "run">[], guard: Guard): (work: () => void) => void {
  return (work) =>
    observers.reduceRight<() => void>(
      (inner, observer) => () => {
        if (observer.run) guard("run", () => observer.run?.(inner));
        else inner();
      },
      work,
    )();
}

function isSeveral(hooks: Hooks | readonly Hooks[] | undefined): hooks is readonly Hooks[] {
  return Array.isArray(hooks);
}

/** Runs a step inside what hooks put around it; it is run once, whatever they do. */
export function within<T>(
  around: { run(work: () => void): void } | undefined,
  step: () => Promise<T>,
): Promise<T> {
  if (!around) return started(step);
  let result: Promise<T> | undefined;
  const start = (): Promise<T> => (result ??= started(step));
  around.run(() => void start());
  return start();
}

function started<T>(step: () => Promise<T>): Promise<T> {
  try {
    return step();
  } catch (error) {
    return Promise.reject(error);
  }
}
