/**
 * The log and the limits of a server.
 *
 * @module
 */
import { safeText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { truncate } from "../text/quote-data.js";

/** A line of the log. Values of requests and responses are in it only as far as the summary of a plan has them. */
export interface LogLine {
  readonly event: "applied" | "call" | "declined" | "planned" | "refused" | "start";
  /** The login that calls the API. */
  readonly subject?: string | undefined;
  /** The start of the id of the HTTP caller. */
  readonly caller?: string | undefined;
  /** The name and the version of the client. */
  readonly client?: string | undefined;
  /** The method that was called or planned. */
  readonly method?: string | undefined;
  /** The start of the id of the plan. */
  readonly plan?: string | undefined;
  /** The fields that name the resource. */
  readonly ids?: GuideJson | undefined;
  /** The SHA-256 digest of the summary. */
  readonly digest?: string | null | undefined;
  /** The summary of the plan. */
  readonly summary?: string | undefined;
  /**
   * How a change was approved: by a question to the user through the client, on the approval page, by the client's own
   * dialog for the call of the tool (if it shows one), or by nobody (`--confirm never`).
   */
  readonly approvedBy?: "dialog" | "elicitation" | "nobody" | "page" | undefined;
  /** `OK`, or the code of the error. */
  readonly result?: string | undefined;
  readonly requestId?: string | undefined;
  readonly text?: string | undefined;
}

/** Writes JSON lines. */
export class Log {
  readonly #write: (line: string) => void;
  readonly #nowMs: () => number;
  /** Removes secrets from a text of the API. */
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
    // The server chooses the id of a request.
    const requestId = line.requestId && truncate(this.#scrub(line.requestId), 200);
    this.#write(`${safeText(JSON.stringify({ time, ...line, requestId }))}\n`);
  }
}
