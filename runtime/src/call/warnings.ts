import { processWarnings, type LogFields, type Logger } from "./logger.js";

/** Something to warn of. */
export interface Warning extends Omit<LogFields, "session"> {
  readonly message: string;
}

/** How many things are warned of: a message that is another one each time would go on for ever. */
const mostWarnings = 1_000;

/** Tells a logger of each thing once: of a method or an endpoint once for each kind, of all else once for each message. */
export class Warnings {
  readonly #session: string;
  readonly #logger: Logger;
  readonly #known = new Set<string>();

  constructor(session: string, logger: Logger | undefined) {
    this.#session = session;
    this.#logger = logger ?? processWarnings(session);
  }

  /** Warns; never throws. What the logger cannot take becomes a warning of the process. */
  warn({ message, ...about }: Warning): void {
    const key = `${about.event} ${about.method ?? about.endpoint ?? message}`;
    if (this.#known.has(key) || this.#known.size >= mostWarnings) return;
    this.#known.add(key);
    const fields: LogFields = { ...about, session: this.#session };
    try {
      this.#logger.warn(fields, message);
    } catch {
      processWarnings(this.#session).warn(fields, message);
    }
  }
}
