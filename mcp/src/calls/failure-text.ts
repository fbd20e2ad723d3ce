import { readFailure, UsageError } from "@stratus/dynamic-client";
import type { KnownSecrets } from "../answer/redact.js";
import { truncate, quoteData } from "../text/quote-data.js";
import type { RefusalCode } from "../error-codes.js";
import { Refusal } from "../text/refusal.js";

/** The maximum length of an error text, in characters. */
const maxErrorLength = 2_000;

/** Codes of calls that no server answered. */
const unanswered: ReadonlySet<string> = new Set(["CANCELLED", "DEADLINE_EXCEEDED", "UNAVAILABLE"]);

/** Describes an error to the model. Texts of the API are quoted as data, without secrets. */
export function failureText(error: unknown, secrets: KnownSecrets): string {
  // Refusals are of our own making and bounded. They may contain a new plan.
  if (error instanceof Refusal) return error.message;
  if (error instanceof UsageError) return truncate(error.message, maxErrorLength);
  const { code, status } = readFailure(error);
  const what =
    code === undefined
      ? "the call failed"
      : status === undefined && unanswered.has(code)
        ? "the API gave no answer"
        : "the API rejected the call";
  const text = secrets.scrub(error instanceof Error ? error.message : String(error));
  return `${what}; the error as data: ${quoteData(text, maxErrorLength)}`;
}

/** Returns the code of an error: of a refusal, an invalid argument or a failed call. `UNEXPECTED` if it has none. */
export function failureCode(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return error.code;
  return readFailure(error).code ?? ("UNEXPECTED" satisfies RefusalCode);
}
