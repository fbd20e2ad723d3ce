import { readFailure, UsageError } from "@stratus/dynamic-client";
import { truncate, quoteData } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";

/** Longest text of an error. */
const maxErrorLength = 2_000;

/** An error in words for a model: ours as they are, those of an API as quoted data. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return truncate(error.message, maxErrorLength);
  const { code } = readFailure(error);
  const text = error instanceof Error ? error.message : String(error);
  return `${code === undefined ? "the call failed" : "the API rejected the call"}; the error as data: ${quoteData(text, maxErrorLength)}`;
}
