import { clip, showText } from "../../base/text/secret-text.js";
import type { EndEvent } from "../../calls/chain/hooks.js";
import { CallError } from "../../calls/error/call-error.js";
import type { StatusCode } from "../../calls/error/status-code.js";
import { errorText } from "../../base/text/value-text.js";

/** The outcome of a call or an attempt, for traces and metrics. */
export interface CallOutcome {
  /** Code of the status, from the server or the client. */
  readonly code: StatusCode;
  /** The kind of failure; undefined for a success. */
  readonly errorType: string | undefined;
  /** The text of the failure, without secrets. */
  readonly text: string | undefined;
}

const maxCharacters = 500;

/**
 * Returns the outcome of a call or an attempt. The type of a failure is its code. An abort by the caller's signal
 * is a failure with `CANCELLED`. Leaving the loop of a stream is `CANCELLED` without a failure.
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
