import type { CallError } from "../error/call-error.js";
import { isPermanent } from "../error/client-reason.js";
import type { OutgoingCall } from "./interceptor.js";
import type { LogFields, Logger } from "./logger.js";

/** Something to warn of. */
export interface Warning extends Omit<LogFields, "session"> {
  readonly message: string;
}

/** How many things are warned of: a message that is another one each time would go on for ever. */
const maxWarnings = 1_000;

/** Tells a logger of each thing once: of a method, a service or an endpoint once for each kind, of all else once for each message. */
export class Warnings {
  readonly #session: string;
  readonly #logger: Logger;
  readonly #fallback: Logger;
  readonly #known = new Set<string>();

  /** @param fallback Takes what the logger cannot take, and everything if there is none. */
  constructor(session: string, logger: Logger | undefined, fallback: Logger) {
    this.#session = session;
    this.#logger = logger ?? fallback;
    this.#fallback = fallback;
  }

  /** Warns; never throws. */
  warn({ message, ...about }: Warning): void {
    const key = `${about.event} ${about.method ?? about.service ?? about.endpoint ?? message}`;
    if (this.#known.has(key) || this.#known.size >= maxWarnings) return;
    this.#known.add(key);
    const fields: LogFields = { ...about, session: this.#session };
    try {
      this.#logger.warn(fields, message);
    } catch {
      this.#fallback.warn(fields, message);
    }
  }
}

/** Attempts without a connection before it is said: with the pauses between them, more than a second. */
const attemptsInSilence = 5;

/**
 * Warns of an endpoint that cannot be reached, once. Calls go on for as long as
 * their deadline lets them, which is a minute where nobody said otherwise: who
 * waits for one should not have to guess why.
 */
export function connectionWarnings(
  warn: (warning: Warning) => void,
): (call: OutgoingCall, error: CallError) => void {
  return (call, error) => {
    const { code, clientReason } = error;
    if (call.attempt !== attemptsInSilence) return;
    if (clientReason !== "CONNECT_FAILED" && !isPermanent(clientReason)) return;
    const endpoint = call.endpoint.authority;
    warn({
      event: "no_connection",
      endpoint,
      code,
      clientReason,
      message: `${endpoint}: ${error.text}; calls are retried until their deadline`,
    });
  };
}
