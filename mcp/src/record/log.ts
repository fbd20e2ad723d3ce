/**
 * The log and the limits of a server.
 *
 * @module
 */
import { safeText } from "@stratus/dynamic-client";

/** A line of the log. It contains no values of requests and responses. */
export interface LogLine {
  readonly event: "applied" | "approved" | "call" | "planned" | "refused" | "start";
  /** The method that was called or planned. */
  readonly method?: string | undefined;
  /** The start of the id of the plan. */
  readonly plan?: string | undefined;
  /** The summary that was approved. */
  readonly summary?: string | undefined;
  /** `OK`, or the code of the error. */
  readonly result?: string | undefined;
  readonly requestId?: string | undefined;
  readonly text?: string | undefined;
}

/** Writes JSON lines. */
export class Log {
  readonly #write: (line: string) => void;
  readonly #nowMs: () => number;
  readonly #scrub: (text: string) => string;

  constructor(parts: {
    readonly write: (line: string) => void;
    readonly nowMs: () => number;
    readonly scrub: (text: string) => string;
  }) {
    this.#write = parts.write;
    this.#nowMs = parts.nowMs;
    this.#scrub = parts.scrub;
  }

  /** Writes a line with the current time. */
  add(line: LogLine): void {
    const time = new Date(this.#nowMs()).toISOString();
    this.#write(`${safeText(this.#scrub(JSON.stringify({ time, ...line })))}\n`);
  }
}
