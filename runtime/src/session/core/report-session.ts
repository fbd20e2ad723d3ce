import { loginFailure } from "../auth/login-failure.js";
import { reporter } from "../../calls/chain/session-reporter.js";
import { sessionObservers, type SessionObserver } from "../../calls/chain/observers.js";
import { debugLog } from "./debug-log.js";
import type { ReportedSession, PlatformReporter } from "./platform.js";

/** The platform's dependencies of a reporter. */
export interface ReporterPlatform {
  /** Publishes to the channels of the process. */
  readonly channels?: SessionObserver | undefined;
  /** Returns a value as text, with all that it contains, to search it for secrets. */
  readonly inspect: (value: unknown) => string;
  /** Returns a variable of the environment. */
  variable(name: string): string | undefined;
  /** Writes a line of the debug log if the program's logger does not take it. */
  writeLine(line: string): void;
}

/** Returns the reporter of a session, which reports to its hooks, its debug log and the channels of the process. */
export function reportSession(
  { session, options, clock, keyHeader, secrets, warn }: ReportedSession,
  platform: ReporterPlatform,
): PlatformReporter {
  const { logger } = options;
  const debug = debugLog({ session, logger, clock, platform, secrets }, options.debug);
  const hooks = [...(debug ? [debug.hooks] : []), ...[options.hooks ?? []].flat()];
  const observers = sessionObservers(hooks, warn, platform.channels);
  const tokenFailure = (error: unknown): unknown => loginFailure(error, platform.inspect);
  return {
    ...reporter({ session, observers, clock, keyHeader, tokenFailure }),
    debug: debug?.write,
  };
}
