import type { CallError } from "../error/call-error.js";
import { isPermanent } from "../error/connect-error.js";
import type { OutgoingCall } from "./interceptor.js";
import type { LogFields, Logger } from "./logger.js";

/** A warning. */
export interface Warning extends Omit<LogFields, "session"> {
  readonly message: string;
}

/** Maximum number of warnings. Messages that differ each time would otherwise never end. */
const maxWarnings = 1_000;

/**
 * Logs each warning once: once for each event and method, service or endpoint, and otherwise once for each message.
 */
export class Warnings {
  readonly #session: string;
  readonly #logger: Logger;
  readonly #fallback: Logger;
  readonly #known = new Set<string>();

  /** @param fallback Receives the warnings if there is no logger or if the logger throws. */
  constructor(session: string, logger: Logger | undefined, fallback: Logger) {
    this.#session = session;
    this.#logger = logger ?? fallback;
    this.#fallback = fallback;
  }

  /** Logs a warning. Never throws. */
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

/** Attempts without a connection before the warning. With their delays they take more than a second. */
const attemptsInSilence = 5;

/**
 * Warns once about an endpoint that cannot be reached. Calls are retried until their deadline, so the program would
 * otherwise wait without a reason.
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
