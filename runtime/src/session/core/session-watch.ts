import { loginFailure } from "../auth/login-failure.js";
import { instrumentation } from "../../calls/chain/observed-steps.js";
import { sessionObservers, type SessionObserver } from "../../calls/chain/observers.js";
import { debugLog } from "./debug-log.js";
import type { InstrumentedSession, SessionInstrumentation } from "./platform.js";

/** The platform's part in the instrumentation of its sessions. */
export interface InstrumentationPlatform {
  /** Publishes to the channels of the process. */
  readonly channels?: SessionObserver | undefined;
  /** Returns a value as text, with all that it contains, to search it for secrets. */
  readonly inspect: (value: unknown) => string;
  /** Returns a variable of the environment. */
  variable(name: string): string | undefined;
  /** Writes a line of the debug log if the program's logger does not take it. */
  writeLine(line: string): void;
}

/** The instrumentation of a session: reports to its hooks, to its debug log and to the channels of the process. */
export function sessionInstrumentation(
  { session, options, clock, keyHeader, secrets, warn }: InstrumentedSession,
  platform: InstrumentationPlatform,
): SessionInstrumentation {
  const { logger } = options;
  const debug = debugLog({ session, logger, clock, platform, secrets }, options.debug);
  const hooks = [...(debug ? [debug.hooks] : []), ...[options.hooks ?? []].flat()];
  const observers = sessionObservers(hooks, warn, platform.channels);
  const tokenFailure = (error: unknown): unknown => loginFailure(error, platform.inspect);
  return {
    ...instrumentation({ session, observers, clock, keyHeader, tokenFailure }),
    debug: debug?.write,
  };
}
