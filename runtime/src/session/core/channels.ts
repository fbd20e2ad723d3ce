import { channel, tracingChannel } from "node:diagnostics_channel";
import type {
  AttemptEndEvent,
  AttemptEvent,
  CallEndEvent,
  CallEvent,
  CallObserver,
  EndEvent,
  RetryEvent,
  WaitEndEvent,
  WaitEvent,
  WaitObserver,
} from "../../calls/chain/hooks.js";
import type { ObserverSource } from "../../calls/chain/observers.js";

/** What is published says when its subject is over: these are there from `error`, `asyncStart` and `asyncEnd` on. */
type Ended<End> = { -readonly [Name in Exclude<keyof End, "method">]?: End[Name] };

/** What all messages say. */
interface Published {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
}

/**
 * A call, on the channels `tracing:stratus:call:*`: one object from its start to its end. `start` is published when
 * it begins, `end` when the program has its promise, `error` if it failed, and `asyncStart` and `asyncEnd` when it
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

/** Publishes what a session does, for as long as somebody listens. */
export function publisher(session: string): ObserverSource {
  return {
    hears: hearsCalls,
    observe(event, follow) {
      if (!hearsCalls()) return undefined;
      const call: CallMessage = { session, ...event, follow };
      return {
        ...published(channels.call, call),
        onAttempt(attempt) {
          const metadata: [name: string, value: string][] = [];
          const addMetadata = (name: string, value: string): void => void metadata.push([name, value]);
          return { metadata, ...published(channels.attempt, { session, ...attempt, call, addMetadata }) };
        },
        onRetry: (retry) => channels.retry.publish({ session, ...retry }),
      };
    },
    observeWait: (event, follow) =>
      isHeard(channels.wait) ? published(channels.wait, { session, ...event, follow }) : undefined,
    observeToken: (event) =>
      isHeard(channels.login) ? published(channels.login, { session, ...event }) : undefined,
  };
}

/** Publishes one thing from its start, with what is bound to the channel around it, to its end. */
function published<Message extends object, End extends Pick<EndEvent, "error">>(
  { start, end, asyncStart, asyncEnd, error }: Traced<Message>,
  message: Message,
): { run(work: () => void): void; onEnd(event: End): void } {
  return {
    run(work) {
      start.runStores(message, work);
      end.publish(message);
    },
    onEnd(event) {
      Object.assign(message, event);
      if (event.error !== undefined) error.publish(message);
      asyncStart.publish(message);
      asyncEnd.publish(message);
    },
  };
}
