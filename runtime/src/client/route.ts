import type { HookSet } from "../call/hook-set.js";
import type { Timeouts } from "../call/deadline.js";
import type { Next } from "../call/interceptor.js";
import type { Endpoint } from "../endpoint/endpoint.js";
import type { Warning } from "../call/warnings.js";
import type { Clock } from "../time/clock.js";
import type { MessageType } from "../rpc/service.js";
import type { HeaderNames } from "../rpc/wiring.js";

/** What a call needs of its session. */
export interface CallGround {
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts: Timeouts;
  /** Parent of requests that name none. */
  readonly parentId: string | undefined;
  /** What errors are called. */
  readonly errorName: string;
  readonly wiring: {
    readonly serviceErrors: readonly MessageType<unknown>[];
    readonly headers?: HeaderNames | undefined;
  };
  /** The session's hooks; undefined where there are none. */
  readonly hooks: HookSet | undefined;
  /** Warns once of each thing. */
  warnOnce(warning: Warning): void;
}

/** Where the calls of one client go. */
export interface Route {
  readonly core: CallGround;
  readonly next: Next;
  readonly endpoint: Endpoint;
}
