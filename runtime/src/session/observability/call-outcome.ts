import { clip, showText } from "../../base/text/secret-text.js";
import type { EndEvent } from "../../calls/chain/hooks.js";
import { CallError } from "../../calls/error/call-error.js";
import type { StatusCode } from "../../calls/error/status-code.js";
import { errorText } from "../../base/text/value-text.js";

/** How a call or an attempt ended, in the words of traces and metrics. */
export interface CallOutcome {
  /** Code of the status: the server's, or what the client made of it. */
  readonly code: StatusCode;
  /** The kind of failure; undefined for a success. */
  readonly errorType: string | undefined;
  /** What went wrong, without secrets. */
  readonly text: string | undefined;
}

const maxCharacters = 500;

/**
 * The outcome of an end. A failure of the call has the type of its code. An
 * abort by the caller's signal is CANCELLED and a failure, since somebody did
 * not get what was asked for; leaving the loop of a stream is CANCELLED and none.
 */
export function readOutcome({ error, isCancelled }: Pick<EndEvent, "error" | "isCancelled">): CallOutcome {
  if (error === undefined) {
    return { code: isCancelled ? "CANCELLED" : "OK", errorType: undefined, text: undefined };
  }
  if (error instanceof CallError) {
    return { code: error.code, errorType: error.code, text: clip(error.text, maxCharacters) };
  }
  const text = showText(errorText(error), maxCharacters);
  if (isCancelled) return { code: "CANCELLED", errorType: "CANCELLED", text };
  return { code: "UNKNOWN", errorType: error instanceof Error ? clip(error.name, 100) : "_OTHER", text };
}
