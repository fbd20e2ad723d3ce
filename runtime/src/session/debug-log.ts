import { CallError } from "../error/call-error.js";
import type { Hooks } from "../call/hooks.js";
import type { DebugEvent, LogFields, Logger } from "../call/logger.js";
import { showText } from "../text/secret-text.js";
import { messageOf } from "../text/value-text.js";
import type { Clock } from "../time/clock.js";

/** What the log of a session is made with. */
export interface DebugParts {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The program's logger, which gets the lines where it has a method `debug`. */
  readonly logger: Logger | undefined;
  readonly clock: Clock;
  /** What must not show, whoever says it: the session's token. */
  readonly secrets: () => readonly string[];
}

/** Longest line. */
const mostCharacters = 1_000;

/** Writes down what a session does, step by step. */
export class DebugLog {
  readonly #parts: DebugParts;

  constructor(parts: DebugParts) {
    this.#parts = parts;
  }

  /** The log of a session; undefined where neither its option nor the environment asks for one. */
  static of(parts: DebugParts, option: boolean | undefined): DebugLog | undefined {
    return (option ?? isAskedFor(process.env["STRATUS_DEBUG"])) ? new DebugLog(parts) : undefined;
  }

  /** Hooks that write down calls, attempts, pauses and logins. */
  get hooks(): Hooks {
    return {
      onCallStart: ({ method, endpoint }) => this.write("call", endpoint, `${method} begins`),
      onCallEnd: ({ method, endpoint, durationMs, error }) =>
        this.write("call", endpoint, `${method} ${endOf(error)} after ${shownMs(durationMs)}`),
      onAttemptStart: ({ method, endpoint, attempt }) =>
        this.write("attempt", endpoint, `${method} attempt ${attempt} begins`),
      onAttemptEnd: ({ method, endpoint, attempt, durationMs, error, requestId }) => {
        const request = requestId === undefined ? "" : `, request ${requestId}`;
        const text = `${method} attempt ${attempt} ${endOf(error)} after ${shownMs(durationMs)}${request}`;
        this.write("attempt", endpoint, text);
      },
      onRetry: ({ method, endpoint, attempt, delayMs }) =>
        this.write("retry", endpoint, `${method} attempt ${attempt + 1} follows in ${shownMs(delayMs)}`),
      onToken: ({ credentials, durationMs, error }) => {
        const end = error === undefined ? "gave a token" : `failed: ${messageOf(error)}`;
        this.write("login", undefined, `${credentials} ${end} after ${shownMs(durationMs)}`);
      },
    };
  }

  /** Writes a line; never throws. */
  readonly write = (event: DebugEvent, endpoint: string | undefined, text: string): void => {
    const { session, logger, clock, secrets } = this.#parts;
    const message = showText(text.replace(/\s+/g, " "), mostCharacters, secrets());
    const fields: LogFields = { event, session, ...(endpoint === undefined ? {} : { endpoint }) };
    try {
      if (logger?.debug) return logger.debug(fields, message);
      const time = new Date(clock.epochMs()).toISOString();
      process.stderr.write(
        `${time} ${session} ${event} ${endpoint === undefined ? "" : `${endpoint} `}${message}\n`,
      );
    } catch {
      // A log that cannot be written is no reason for a call to fail.
    }
  };
}

function isAskedFor(variable: string | undefined): boolean {
  return variable !== undefined && !["", "0", "false"].includes(variable);
}

function endOf(error: unknown): string {
  if (error === undefined) return "is over";
  return `failed (${error instanceof CallError ? `${error.code}: ${error.text}` : messageOf(error)})`;
}

function shownMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
