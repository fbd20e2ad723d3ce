import { Metadata, type MetadataInit } from "../rpc/metadata.js";
import { showText } from "../../base/text/secret-text.js";
import { errorText } from "../../base/text/value-text.js";
import type {
  AttemptEvent,
  AttemptObserver,
  CallEvent,
  CallObserver,
  EndEvent,
  Hooks,
  Observer,
  TokenEvent,
  WaitEvent,
} from "./hooks.js";

/** Adds an observer while the start of what it observes is reported. */
type Follow<One> = (observer: One) => void;

/**
 * Observes a session: the one way in which a session reports what it does. The hooks of a program, the debug log,
 * the channels of the process and OpenTelemetry are adapters of it.
 */
export interface SessionObserver {
  /** Whether it observes calls now; left out for always. */
  isActive?(): boolean;
  observe?(event: CallEvent, follow: Follow<CallObserver>): FollowedCall | undefined;
  observeWait?(
    event: WaitEvent,
    follow: Follow<Observer<WaitEvent & EndEvent>>,
  ): Observer<WaitEvent & EndEvent> | undefined;
  observeToken?(
    event: Pick<TokenEvent, "session" | "credentials">,
    follow: Follow<Observer<TokenEvent>>,
  ): Observer<TokenEvent> | undefined;
}

/** An observer of a call that lets others follow its attempts. */
export interface FollowedCall extends Omit<CallObserver, "onAttempt"> {
  onAttempt?(event: AttemptEvent, follow: Follow<AttemptObserver>): AttemptObserver | undefined;
}

/** Receives the failure of a hook. */
type Warn = (message: string) => void;

type EventOf<Member> =
  NonNullable<Member> extends (event: infer Event, ...more: never[]) => unknown ? Event : never;
type PartOf<Member> =
  NonNullable<Member> extends (...args: never[]) => infer Part ? Exclude<Part, undefined> : never;

/** Several observers of one thing, as one. None of them disturbs another, and nothing here throws. */
export class Observers<One extends object> {
  /** More may be added while the start is reported. */
  readonly #all: readonly One[];
  readonly #warn: Warn;
  /** How many parts have started: of a call, its attempts. */
  parts = 0;

  constructor(all: readonly One[], warn: Warn) {
    this.#all = all;
    this.#warn = warn;
  }

  /** Whether one of them passes a test. */
  some(test: (one: One) => boolean): boolean {
    return this.#all.some(test);
  }

  /** Reports the start of a part by a method of each. Returns the observers of the part; undefined for none. */
  start<Name extends keyof One & string>(
    name: Name,
    event: EventOf<One[Name]>,
  ): Observers<PartOf<One[Name]> & object> | undefined {
    this.parts += 1;
    if (!this.#all.some((one) => one[name] !== undefined)) return undefined;
    type Part = PartOf<One[Name]> & object;
    const parts: Part[] = [];
    const follow = (part: Part): void => void parts.push(part);
    for (const one of this.#all) {
      const part = callSafely(one, name, this.#warn, event, follow) as Part | undefined;
      if (part) parts.push(part);
    }
    return parts.length > 0 ? new Observers(parts, this.#warn) : undefined;
  }

  /** Reports an event by a method of each. */
  report<Name extends keyof One & string>(name: Name, event: EventOf<One[Name]>): void {
    for (const one of this.#all) callSafely(one, name, this.#warn, event);
  }

  /** Does work inside the `run` of each, the first outermost. */
  run(work: () => void, from = 0): void {
    const one: { run?: unknown } | undefined = this.#all[from];
    if (!one) return work();
    const inner = (): void => this.run(work, from + 1);
    if (one.run) callSafely(one, "run", this.#warn, inner);
    else inner();
  }

  /** The headers of an attempt with those that its observers add. They replace none. */
  addTo(headers: Metadata): Metadata {
    let all = headers;
    for (const one of this.#all as readonly { readonly metadata?: MetadataInit | undefined }[]) {
      try {
        for (const [name, value] of Metadata.from(one.metadata))
          if (!all.has(name)) all = all.with(name, value);
      } catch (error) {
        warnOf("metadata", error, this.#warn);
      }
    }
    return all;
  }
}

/**
 * The observers of a session.
 *
 * @param hooks The program's hooks, and those of the debug log. Those that only listen are called first.
 * @param channels Publishes to the whole process; it is around all others.
 */
export function sessionObservers(
  hooks: readonly Hooks[],
  warn: Warn,
  channels?: SessionObserver,
): Observers<SessionObserver> {
  const listeners = hooks.map((one) => listener(one, warn));
  const followers = hooks.filter((one) => one.observe ?? one.observeWait);
  return new Observers([...(channels ? [channels] : []), ...listeners, ...followers], warn);
}

/** Hooks that only listen, as an observer. */
function listener(hooks: Hooks, warn: Warn): SessionObserver {
  const tell =
    (name: keyof Hooks) =>
    (event: unknown): void =>
      void callSafely(hooks, name, warn, event);
  const start = tell("onCallStart");
  const startAttempt = tell("onAttemptStart");
  const attempt = { onEnd: tell("onAttemptEnd") };
  const call: CallObserver = { onRetry: tell("onRetry"), onEnd: tell("onCallEnd") };
  if (hooks.onAttemptStart ?? hooks.onAttemptEnd) {
    call.onAttempt = (event) => {
      startAttempt(event);
      return attempt;
    };
  }
  const token = { onEnd: tell("onToken") };
  return {
    observe(event) {
      start(event);
      return call;
    },
    observeToken: () => token,
  };
}

/** Calls a method that a program may have written. Its failure is reported, and changes nothing of a call. */
function callSafely(one: object, name: string, warn: Warn, event: unknown, follow?: unknown): unknown {
  try {
    const methods = one as { readonly [name: string]: ((...args: unknown[]) => unknown) | undefined };
    const result = follow ? methods[name]?.(event, follow) : methods[name]?.(event);
    // An async hook rejects instead of throwing. An unhandled rejection would end the process.
    if (result instanceof Promise) result.catch((error: unknown) => warnOf(name, error, warn));
    return result;
  } catch (error) {
    return warnOf(name, error, warn);
  }
}

function warnOf(name: string, error: unknown, warn: Warn): undefined {
  warn(`the hook ${name} threw ${showText(errorText(error), 500)}`);
}
