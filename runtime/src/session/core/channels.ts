import { channel, tracingChannel } from "node:diagnostics_channel";
import type {
  AttemptEvent,
  AttemptObserver,
  CallEvent,
  CallObserver,
  EndEvent,
  Observer,
  RetryEvent,
  TokenEvent,
  WaitEvent,
} from "../../calls/chain/hooks.js";
import type { SessionObserver } from "../../calls/chain/observers.js";

/** An event that stays one object from `start` to `asyncEnd`. */
type Followed<Event, One> = Event & {
  /** Observes it from here on; for subscribers of `start`, while it is published. */
  follow(observer: One): void;
};

/**
 * The events of the channels of `node:diagnostics_channel`, by the name after `stratus:`. On `tracing:stratus:call:*`,
 * `attempt`, `token` and `wait` it is one object from the start to the end: `start` when it begins, `end` when the
 * program has its promise, `error` if it failed, `asyncStart` and `asyncEnd` when it has ended. From `error` on it has
 * the properties of the end as well: those of a `CallEndEvent`, for example. Nothing of messages, no header and no
 * secret is in it.
 */
export interface ChannelEvents {
  readonly call: Followed<CallEvent, CallObserver>;
  /** `call` is the object that the channels of calls publish. */
  readonly attempt: Followed<AttemptEvent & { readonly call: CallEvent }, AttemptObserver>;
  readonly token: Followed<Pick<TokenEvent, "session" | "credentials">, Observer<TokenEvent>>;
  readonly wait: Followed<WaitEvent, Observer<WaitEvent & EndEvent>>;
  /** On the channel `stratus:retry`. */
  readonly retry: RetryEvent;
}

/** The part of Node's channels that is used. `@types/node` has the parameters of its type in another order from version 26 on. */
interface Channel<Message> {
  readonly hasSubscribers: boolean;
  subscribe(subscriber: (message: unknown) => void): void;
  unsubscribe(subscriber: (message: unknown) => void): unknown;
  publish(message: Message): void;
  runStores<Result>(message: Message, work: () => Result): Result;
}

/** A tracing channel of Node. */
type TracingChannel<Message> = {
  readonly [Name in "start" | "end" | "asyncStart" | "asyncEnd" | "error"]: Channel<Message>;
};

/** The channels of all sessions of the process, whichever copy of this package they come from. */
export const channels: {
  readonly [Name in keyof ChannelEvents]: Name extends "retry"
    ? Channel<ChannelEvents[Name]>
    : TracingChannel<ChannelEvents[Name]>;
} = {
  call: tracingChannel("stratus:call"),
  attempt: tracingChannel("stratus:attempt"),
  token: tracingChannel("stratus:token"),
  wait: tracingChannel("stratus:wait"),
  retry: channel("stratus:retry"),
};

function hasSubscribers<Message>(channel: TracingChannel<Message>): boolean {
  const { start, end, asyncStart, asyncEnd, error } = channel;
  if (start.hasSubscribers || asyncEnd.hasSubscribers || error.hasSubscribers) return true;
  return end.hasSubscribers || asyncStart.hasSubscribers;
}

function isActive(): boolean {
  return hasSubscribers(channels.call) || hasSubscribers(channels.attempt) || channels.retry.hasSubscribers;
}

/** Publishes what a session does while the channels have subscribers. */
export function channelPublisher(): SessionObserver {
  return {
    isActive,
    observe(event, follow) {
      if (!isActive()) return undefined;
      const call = { ...event, follow };
      return {
        ...published(channels.call, call),
        onAttempt: (attempt, followAttempt) =>
          published(channels.attempt, { ...attempt, call, follow: followAttempt }),
        onRetry: (retry) => channels.retry.publish(retry),
      };
    },
    observeToken: (event, follow) =>
      hasSubscribers(channels.token) ? published(channels.token, { ...event, follow }) : undefined,
    observeWait: (event, follow) =>
      hasSubscribers(channels.wait) ? published(channels.wait, { ...event, follow }) : undefined,
  };
}

/** Publishes one object from its start to its end. A context that is bound to the channel `start` is active inside. */
function published<Message extends object, End extends Pick<EndEvent, "error">>(
  { start, end, asyncStart, asyncEnd, error }: TracingChannel<Message>,
  message: Message,
): Required<Observer<End>> {
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
