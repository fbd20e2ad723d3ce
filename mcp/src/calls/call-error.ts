import { UsageError } from "@stratus/cli/sdk";
import { clipped, quoted } from "../text/quoted.js";
import { Refusal } from "../text/refusal.js";

/** The facts of a failed call, whichever package has thrown it. */
export interface Failure {
  /** `NOT_FOUND`; undefined if no call has thrown it. */
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether the server may have got the request. */
  readonly mayHaveArrived: boolean;
}

/** Reads a failure. Errors of packages have no class that is known here. */
export function readFailure(error: unknown): Failure {
  const { code, status, requestId, mayHaveReachedServer, attempts } = (error ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const isCall = typeof code === "string" && typeof attempts === "number";
  return {
    code: isCall ? code : undefined,
    status: typeof status === "number" ? status : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    mayHaveArrived: typeof mayHaveReachedServer === "boolean" ? mayHaveReachedServer : isCall && attempts > 0,
  };
}

/** Longest text of an error. */
const longest = 2_000;

/** An error in words for a model: ours as they are, those of an API as quoted data. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal || error instanceof UsageError) return clipped(error.message, longest);
  const { code } = readFailure(error);
  const text = error instanceof Error ? error.message : String(error);
  return `${code === undefined ? "it failed" : "the API refused it"}; what was said, as data: ${quoted(text, longest)}`;
}

/** Whether a failed change met another version of its resource. */
export function isConflict(error: unknown): boolean {
  const { code, status } = readFailure(error);
  return code === "ABORTED" || status === 409 || status === 412;
}

/** Codes after which nobody knows what the server did. */
const unsure: ReadonlySet<string> = new Set([
  "CANCELLED",
  "DEADLINE_EXCEEDED",
  "DECODE",
  "INTERNAL",
  "SERVER_ERROR",
  "UNAVAILABLE",
  "UNKNOWN",
]);

/** Whether nobody knows if a failed change was made. */
export function isUnknownOutcome(error: unknown): boolean {
  const { code, mayHaveArrived } = readFailure(error);
  return mayHaveArrived && code !== undefined && unsure.has(code);
}
