import { readFailure, UsageError } from "@stratus/dynamic-client";
import { truncate, quoteData } from "../text/quote-data.js";
import type { RefusalCode } from "../error-codes.js";
import { Refusal } from "../text/refusal.js";

/** The maximum length of an error text, in characters. */
const maxErrorLength = 2_000;

/** Describes an error to the model. Texts of the API are quoted as data. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return truncate(error.message, maxErrorLength);
  const { code } = readFailure(error);
  const text = error instanceof Error ? error.message : String(error);
  return `${code === undefined ? "the call failed" : "the API rejected the call"}; the error as data: ${quoteData(text, maxErrorLength)}`;
}

/** Returns the code of an error: of a refusal, an invalid argument or a failed call. `UNEXPECTED` if it has none. */
export function failureCode(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return error.code;
  return readFailure(error).code ?? ("UNEXPECTED" satisfies RefusalCode);
}
