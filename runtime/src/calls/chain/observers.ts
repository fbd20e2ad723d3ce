import { Metadata } from "../rpc/metadata.js";
import { showText } from "../../base/text/secret-text.js";
import { errorText } from "../../base/text/value-text.js";
import type {
  AttemptEndEvent,
  AttemptEvent,
  AttemptObserver,
  CallEndEvent,
  CallEvent,
  CallObserver,
  Hooks,
  RetryEvent,
  TokenEvent,
  WaitEndEvent,
  WaitEvent,
  WaitObserver,
} from "./hooks.js";

/** Follows one thing from its start to its end. Observers of calls, attempts, waits and logins are more of it. */
interface Observer<End> {
  run?(work: () => void): void;
  onEnd?(event: End): void;
}

/** Adds an observer to those of a call or a wait; works while its start is told. */
type Join<Joining> = (observer: Joining) => void;

/** The observers of a session. Hooks are one as they are, as far as they follow the events. */
export interface ObserverSource {
  /** Whether it hears anything now; left out for always. */
  hears?(): boolean;
  observe?(event: CallEvent, join: Join<CallObserver>): CallObserver | undefined;
  observeWait?(event: WaitEvent, join: Join<WaitObserver>): WaitObserver | undefined;
  observeToken?(event: Pick<TokenEvent, "credentials">): Observer<TokenEvent> | undefined;
}

/**
 * Watches what a program brought. What that throws goes to the logger, and nothing comes back. The paths
 * that every call passes are written out with `heed` and `report`: a function to hand over would take memory for each.
 */
class Guard {
  readonly #warn: (message: string) => void;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Calls it. */
  run<T>(name: string, step: () => T): T | undefined {
    try {
      return this.heed(name, step());
    } catch (error) {
      return this.report(name, error);
    }
  }

  /** Takes what it gave. An async hook rejects instead of throwing; unheard, that would end the process. */
  heed<T>(name: string, result: T): T {
    if (result instanceof Promise) result.catch((error: unknown) => this.report(name, error));
    return result;
  }

  /** Takes what it threw. */
  report(name: string, error: unknown): undefined {
    this.#warn(`the hook ${name} threw ${showText(errorText(error), 500)}`);
  }
}

/** All who observe a session, as one. Nothing of it ever throws. */
export class Observers {
  readonly #sources: readonly ObserverSource[];
  readonly #guard: Guard;

  /**
   * @param given The program's hooks. Those that only listen are told first.
   * @param warn Gets what one of them throws.
   * @param everywhere Listens to all sessions of a process; it is around all others.
   */
  constructor(given: readonly Hooks[], warn: (message: string) => void, everywhere?: ObserverSource) {
    const guard = new Guard(warn);
    const listeners = given.map((hooks) => listening(hooks, guard));
    const followers = given.filter((hooks) => hooks.observe ?? hooks.observeWait);
    this.#sources = [...(everywhere ? [everywhere] : []), ...listeners, ...followers];
    this.#guard = guard;
  }

  /** Whether anybody hears of calls now. What would be told is not gathered for nobody. */
  get hearsCalls(): boolean {
    return this.#sources.some((source) => source.hears?.() ?? true);
  }

  /** Those who follow a call, as one; undefined for nobody. */
  observe(event: CallEvent): ObservedCall | undefined {
    return this.#ask("observe", ObservedCall, (source, join) => source.observe?.(event, join));
  }

  /** Those who follow a wait for an operation. */
  observeWait(event: WaitEvent): Observed<WaitEndEvent> | undefined {
    return this.#ask("observeWait", Observed<WaitEndEvent>, (source, join) =>
      source.observeWait?.(event, join),
    );
  }

  /** Those who follow a request for a token. */
  observeToken(event: Pick<TokenEvent, "credentials">): Observed<TokenEvent> | undefined {
    return this.#ask("observeToken", Observed<TokenEvent>, (source) => source.observeToken?.(event));
  }

  #ask<One, Whole>(
    name: string,
    whole: new (observers: readonly One[], guard: Guard) => Whole,
    question: (source: ObserverSource, join: Join<One>) => One | undefined,
  ): Whole | undefined {
    const observers: One[] = [];
    const join = (one: One): void => void observers.push(one);
    for (const source of this.#sources) {
      try {
        const one = this.#guard.heed(name, question(source, join));
        if (one) observers.push(one);
      } catch (error) {
        this.#guard.report(name, error);
      }
    }
    return observers.length > 0 ? new whole(observers, this.#guard) : undefined;
  }
}

/** Hooks that only listen, as an observer. */
function listening(hooks: Hooks, guard: Guard): ObserverSource {
  const tell =
    <Name extends Exclude<keyof Hooks, "observe" | "observeWait">>(name: Name) =>
    (event: Parameters<NonNullable<Hooks[Name]>>[0]): void => {
      try {
        // The compiler does not see that name and event belong together.
        guard.heed(name, (hooks[name] as ((event: unknown) => unknown) | undefined)?.call(hooks, event));
      } catch (error) {
        guard.report(name, error);
      }
    };
  const start = tell("onCallStart");
  const startAttempt = tell("onAttemptStart");
  const attempt: AttemptObserver = { onEnd: tell("onAttemptEnd") };
  const call: CallObserver = { onRetry: tell("onRetry"), onEnd: tell("onCallEnd") };
  const onAttempt = (event: AttemptEvent): AttemptObserver => {
    startAttempt(event);
    return attempt;
  };
  const observer = hooks.onAttemptStart || hooks.onAttemptEnd ? { ...call, onAttempt } : call;
  const token = { onEnd: tell("onToken") };
  return {
    observe(event) {
      start(event);
      return observer;
    },
    observeToken: () => token,
  };
}

/** Those who observe one thing, as one: none of them disturbs another. More may join in while its start is told. */
export class Observed<End, One extends Observer<End> = Observer<End>> {
  protected readonly observers: readonly One[];
  protected readonly guard: Guard;

  constructor(observers: readonly One[], guard: Guard) {
    this.observers = observers;
    this.guard = guard;
  }

  /** Whether anybody puts something around the work. */
  get wraps(): boolean {
    return this.observers.some(({ run }) => run !== undefined);
  }

  /** One `run` inside the other, the first outermost. */
  run(work: () => void, from = 0): void {
    const one = this.observers[from];
    if (!one) return work();
    const inner = (): void => this.run(work, from + 1);
    if (one.run) this.guard.run("run", () => one.run?.(inner));
    else inner();
  }

  onEnd(event: End): void {
    for (const one of this.observers) {
      try {
        this.guard.heed("onEnd", one.onEnd?.(event));
      } catch (error) {
        this.guard.report("onEnd", error);
      }
    }
  }
}

/** Those who observe a call. */
export class ObservedCall extends Observed<CallEndEvent, CallObserver> {
  onAttempt(event: AttemptEvent): ObservedAttempt | undefined {
    if (this.observers.every((one) => one.onAttempt === undefined)) return undefined;
    const attempts = this.observers.flatMap(
      (one) => this.guard.run("onAttempt", () => one.onAttempt?.(event)) ?? [],
    );
    return attempts.length > 0 ? new ObservedAttempt(attempts, this.guard) : undefined;
  }

  onRetry(event: RetryEvent): void {
    for (const one of this.observers) this.guard.run("onRetry", () => one.onRetry?.(event));
  }
}

/** Those who observe an attempt. */
export class ObservedAttempt extends Observed<AttemptEndEvent, AttemptObserver> {
  /** The headers of the attempt with those that observers add, once it runs. What the caller set itself stays. */
  addTo(headers: Metadata): Metadata {
    let all = headers;
    for (const one of this.observers) {
      const added = this.guard.run("metadata", () => Metadata.from(one.metadata)) ?? Metadata.empty;
      for (const [name, value] of added) if (!all.has(name)) all = all.with(name, value);
    }
    return all;
  }
}
