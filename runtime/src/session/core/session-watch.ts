import { loginFailure } from "../auth/login-failure.js";
import { attemptHooks, callHooks, observedWork, tellOfRetry } from "../../calls/chain/observed-steps.js";
import { Observers, type ObserverSource } from "../../calls/chain/observers.js";
import { debugLog } from "./debug-log.js";
import type { SessionWatch, WatchParts } from "./platform.js";

/** The means of the machine for it. */
export interface WatchPlace {
  /** The listeners to all sessions of the process. */
  readonly everywhere?: ObserverSource | undefined;
  /** All that is in a value, as text, to look for secrets in it. */
  readonly inspect: (value: unknown) => string;
  /** A variable of the environment. */
  variable(name: string): string | undefined;
  /** Writes a line of the debug log that no logger takes. */
  writeLine(line: string): void;
}

/** Tells the hooks of a session, its debug log and whoever listens to the whole process. */
export function sessionWatch(
  { session, options, clock, keyHeader, secrets, warn }: WatchParts,
  platform: WatchPlace,
): SessionWatch {
  const { logger } = options;
  const debug = debugLog({ session, logger, clock, platform, secrets }, options.debug);
  const hooks = [...(debug ? [debug.hooks] : []), ...[options.hooks ?? []].flat()];
  const observers = new Observers(hooks, warn, platform.everywhere);
  return {
    debug: debug?.write,
    calls: callHooks(observers, clock, keyHeader),
    attempts: attemptHooks(clock, keyHeader),
    retry: (call, error, delayMs) => tellOfRetry(call, error, delayMs, keyHeader),
    token(credentials, work) {
      const about = { credentials };
      return observedWork(observers.observeToken(about), { clock }, work, ({ durationMs, error }) => ({
        ...about,
        durationMs,
        error: error === undefined ? undefined : loginFailure(error, platform.inspect),
      }));
    },
    wait: (event, signal, work) =>
      observedWork(observers.observeWait(event), { clock, signal }, work, (end) => ({ ...event, ...end })),
  };
}
