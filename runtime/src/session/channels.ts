import { channel, tracingChannel } from "node:diagnostics_channel";
import {
  type Everywhere,
  hookSet,
  type SafeAttemptObserver,
  type SafeCallObserver,
} from "../call/hook-set.js";
import type {
  AttemptEndEvent,
  AttemptEvent,
  AttemptObserver,
  CallEndEvent,
  CallEvent,
  CallObserver,
  EndEvent,
  Hooks,
  RetryEvent,
  WaitEndEvent,
  WaitEvent,
  WaitObserver,
} from "../call/hooks.js";

/** What is published says when its subject is over: these are there from `error`, `asyncStart` and `asyncEnd` on. */
type Ended<End> = { -readonly [Name in Exclude<keyof End, "method">]?: End[Name] };

/** What all messages say. */
interface Published {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
}

/**
 * A call, on the channels `tracing:stratus:call:*`: one object from its start to its end. `start` is published when
 * it begins, `end` when the program has its promise, `error` where it failed, and `asyncStart` and `asyncEnd` when it
 * is over; of a stream, when it has been read. Nothing of its messages, no header, no secret.
 */
export interface CallMessage extends Published, CallEvent, Omit<Ended<CallEndEvent>, keyof CallEvent> {
  /** Follows the call from here on; for subscribers of `start`, while it is published. */
  follow(observer: CallObserver): void;
}

/** An attempt of a call, on the channels `tracing:stratus:attempt:*`, as calls are. */
export interface AttemptMessage
  extends Published, AttemptEvent, Omit<Ended<AttemptEndEvent>, keyof AttemptEvent> {
  /** The call: the same object that the channels of calls publish. */
  readonly call: CallMessage;
  /** Sends a header with the attempt, unless the call has one of this name; for subscribers of `start`, while it is published. */
  addMetadata(name: string, value: string): void;
}

/** An attempt that failed and will be repeated, on the channel `stratus:retry`. */
export interface RetryMessage extends Published, RetryEvent {}

/** A request for an access token, on the channels `tracing:stratus:login:*`. */
export interface LoginMessage extends Published, Ended<Omit<EndEvent, "isCancelled">> {
  /** What gives the tokens; no secret. */
  readonly credentials: string;
}

/** A wait for an operation, on the channels `tracing:stratus:wait:*`. */
export interface WaitMessage extends Published, WaitEvent, Omit<Ended<WaitEndEvent>, keyof WaitEvent> {
  /** Follows the wait from here on; for subscribers of `start`, while it is published. */
  follow(observer: WaitObserver): void;
}

/** What is used of a channel of Node's, whose type has its parameters in another order from `@types/node` 26 on. */
interface Channel<Message> {
  readonly hasSubscribers: boolean;
  subscribe(listener: (message: unknown) => void): void;
  unsubscribe(listener: (message: unknown) => void): unknown;
  publish(message: Message): void;
  runStores<Result>(message: Message, work: () => Result): Result;
}

/** The channels of one subject. */
type Traced<Message> = {
  readonly [Name in "start" | "end" | "asyncStart" | "asyncEnd" | "error"]: Channel<Message>;
};

/** The channels of all sessions of the process, whichever copy of this package they come from. */
export const channels: {
  readonly call: Traced<CallMessage>;
  readonly attempt: Traced<AttemptMessage>;
  readonly retry: Channel<RetryMessage>;
  readonly login: Traced<LoginMessage>;
  readonly wait: Traced<WaitMessage>;
} = {
  call: tracingChannel("stratus:call"),
  attempt: tracingChannel("stratus:attempt"),
  retry: channel("stratus:retry"),
  login: tracingChannel("stratus:login"),
  wait: tracingChannel("stratus:wait"),
};

function isHeard({ start, end, asyncStart, asyncEnd, error }: Traced<never>): boolean {
  return (
    start.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers
  );
}

function hearsCalls(): boolean {
  return isHeard(channels.call) || isHeard(channels.attempt) || channels.retry.hasSubscribers;
}

function hearsWaits(): boolean {
  return isHeard(channels.wait);
}

/** Publishes what a session does, for as long as somebody listens; `warn` is told of followers that throw. */
export function everywhere(session: string, warn: (message: string) => void): Everywhere {
  return {
    hearsCalls,
    hearsWaits,
    hooks: {
      observe: (event) => (hearsCalls() ? new PublishedCall(session, event, warn) : undefined),
      observeWait: (event) => (hearsWaits() ? new PublishedWait(session, event, warn) : undefined),
    },
  };
}

/**
 * Publishes a login: what it gives is a token, and stays with who asked for it.
 *
 * @param shown What a failure may show.
 */
export async function publishLogin<T>(
  about: Pick<LoginMessage, "session" | "credentials">,
  nowMs: () => number,
  shown: (failure: unknown) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (!isHeard(channels.login)) return work();
  const message: LoginMessage = { ...about };
  const startMs = nowMs();
  const over = (failure?: { readonly error: unknown }): void => {
    message.durationMs = nowMs() - startMs;
    message.error = failure?.error;
    finish(channels.login, message);
  };
  try {
    const working = channels.login.start.runStores(message, work);
    channels.login.end.publish(message);
    const result = await working;
    over();
    return result;
  } catch (error) {
    over({ error: shown(error) });
    throw error;
  }
}

/** Publishes the end of something. */
function finish<Message extends { readonly error?: unknown }>(
  traced: Traced<Message>,
  message: Message,
): void {
  if (message.error !== undefined) traced.error.publish(message);
  traced.asyncStart.publish(message);
  traced.asyncEnd.publish(message);
}

/** Publishes that something begins, with what is bound to the channel around it. */
function begin<Message>(traced: Traced<Message>, message: Message, work: () => void): void {
  traced.start.runStores(message, work);
  traced.end.publish(message);
}

class PublishedCall implements CallObserver {
  readonly #session: string;
  readonly #event: CallEvent;
  readonly #message: CallMessage;
  readonly #observers: CallObserver[] = [];
  readonly #warn: (message: string) => void;
  #following: SafeCallObserver | undefined;

  constructor(session: string, event: CallEvent, warn: (message: string) => void) {
    this.#session = session;
    this.#event = event;
    this.#warn = warn;
    this.#message = { session, ...event, follow: (observer) => void this.#observers.push(observer) };
  }

  run(work: () => void): void {
    begin(channels.call, this.#message, () => {
      this.#following = joined(this.#observers, this.#warn)?.observe(this.#event);
      if (this.#following) this.#following.run(work);
      else work();
    });
  }

  onAttempt(event: AttemptEvent): AttemptObserver {
    const message = { session: this.#session, ...event, call: this.#message };
    return new PublishedAttempt(message, this.#following?.onAttempt(event));
  }

  onRetry(event: RetryEvent): void {
    this.#following?.onRetry(event);
    channels.retry.publish({ session: this.#session, ...event });
  }

  onEnd(event: CallEndEvent): void {
    this.#following?.onEnd(event);
    finish(channels.call, Object.assign(this.#message, event));
  }
}

class PublishedAttempt implements AttemptObserver {
  readonly #message: AttemptMessage;
  readonly #following: SafeAttemptObserver | undefined;
  readonly #added: [name: string, value: string][] = [];

  constructor(message: Omit<AttemptMessage, "addMetadata">, following: SafeAttemptObserver | undefined) {
    this.#message = { ...message, addMetadata: (name, value) => void this.#added.push([name, value]) };
    this.#following = following;
  }

  get metadata(): readonly (readonly [name: string, value: string | Uint8Array])[] {
    return [...(this.#following?.metadata ?? []), ...this.#added];
  }

  run(work: () => void): void {
    const { run } = this.#following ?? {};
    begin(channels.attempt, this.#message, run ? () => run(work) : work);
  }

  onEnd(event: AttemptEndEvent): void {
    this.#following?.onEnd(event);
    finish(channels.attempt, Object.assign(this.#message, event));
  }
}

class PublishedWait implements WaitObserver {
  readonly #event: WaitEvent;
  readonly #message: WaitMessage;
  readonly #observers: WaitObserver[] = [];
  readonly #warn: (message: string) => void;
  #following: Required<WaitObserver> | undefined;

  constructor(session: string, event: WaitEvent, warn: (message: string) => void) {
    this.#event = event;
    this.#warn = warn;
    this.#message = { session, ...event, follow: (observer) => void this.#observers.push(observer) };
  }

  run(work: () => void): void {
    begin(channels.wait, this.#message, () => {
      const hooks = this.#observers.map((one): Hooks => ({ observeWait: () => one }));
      this.#following = hooks.length > 0 ? hookSet(hooks, this.#warn).observeWait(this.#event) : undefined;
      if (this.#following) this.#following.run(work);
      else work();
    });
  }

  onEnd(event: WaitEndEvent): void {
    this.#following?.onEnd(event);
    finish(channels.wait, Object.assign(this.#message, event));
  }
}

/** Several observers of one call as hooks are: none of them disturbs another. */
function joined(observers: readonly CallObserver[], warn: (message: string) => void) {
  if (observers.length === 0) return undefined;
  return hookSet(
    observers.map((one): Hooks => ({ observe: () => one })),
    warn,
  );
}
