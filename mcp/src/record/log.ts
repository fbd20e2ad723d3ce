/**
 * The room of records: what was done, as lines, and how much of it may be done.
 *
 * @module
 */
import { safeText } from "@stratus/dynamic-client";

/** One line of the log; it has no values of requests and answers. */
export interface LogLine {
  readonly event: "applied" | "approved" | "call" | "planned" | "refused" | "start";
  /** The method that was called or planned. */
  readonly method?: string | undefined;
  /** The start of a plan's id, by which its lines are found. */
  readonly plan?: string | undefined;
  /** The line that was approved. */
  readonly summary?: string | undefined;
  /** `OK`, or the code of the error. */
  readonly result?: string | undefined;
  readonly requestId?: string | undefined;
  readonly text?: string | undefined;
}

/** Writes lines of JSON. */
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

  /** Writes a line. */
  add(line: LogLine): void {
    const time = new Date(this.#nowMs()).toISOString();
    this.#write(`${safeText(this.#scrub(JSON.stringify({ time, ...line })))}\n`);
  }
}
