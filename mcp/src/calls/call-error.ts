import { readFailure, UsageError } from "@stratus/dynamic-client";
import { clipped, quoted } from "../text/quoted.js";
import { Refusal } from "../text/refusal.js";

/** Longest text of an error. */
const longest = 2_000;

/** An error in words for a model: ours as they are, those of an API as quoted data. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return clipped(error.message, longest);
  const { code } = readFailure(error);
  const text = error instanceof Error ? error.message : String(error);
  return `${code === undefined ? "it failed" : "the API refused it"}; what was said, as data: ${quoted(text, longest)}`;
}
