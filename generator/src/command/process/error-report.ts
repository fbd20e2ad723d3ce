import type { ErrorCode } from "../../error-codes.js";
import { CommandError, errorText, Problems } from "../../kit/problem.js";

/** The codes of Node's `parseArgs`. */
const argumentCodes: { readonly [code: string]: ErrorCode } = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: "OPTION_UNKNOWN",
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: "OPTION_INVALID",
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: "ARGUMENT_INVALID",
};

/** The codes of wrong arguments, for which a command exits with 2. */
const usageCodes: readonly ErrorCode[] = [
  "ARGUMENT_INVALID",
  "COMMAND_UNKNOWN",
  "OPTION_CONFLICT",
  "OPTION_INVALID",
  "OPTION_MISSING",
  "OPTION_UNKNOWN",
];

/** Returns the text of an error for people, with its code at the end: `text [CODE]`. */
export function describeError(error: unknown): string {
  // Each problem ends with its code.
  return error instanceof Problems ? error.message : `${errorText(error)} [${findCode(error)}]`;
}

/** Whether an error is about the arguments of the command. */
export function isUsageError(error: unknown): boolean {
  return !(error instanceof Problems) && usageCodes.includes(findCode(error));
}

function findCode(error: unknown): ErrorCode {
  if (error instanceof CommandError) return error.code;
  const { code, path } = Object(error) as { readonly code?: unknown; readonly path?: unknown };
  const known = typeof code === "string" ? argumentCodes[code] : undefined;
  // Errors of Node's file system have a path.
  return (
    known ?? (typeof code === "string" && typeof path === "string" ? "FILE_UNREADABLE" : "INTERNAL_ERROR")
  );
}
