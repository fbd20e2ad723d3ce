import { UsageError } from "../text/usage-error.js";

/** The error for a field that the message does not have. */
export class UnknownField extends UsageError {
  /** The unknown name. */
  readonly field: string;
  /** The names of the fields of the message. */
  readonly known: readonly string[];
  /** The file or flag that contains the name. */
  readonly from: string | undefined;

  constructor(field: string, known: readonly string[], from?: string) {
    super(
      "NAME_UNKNOWN",
      `there is no field ${field}${from === undefined ? "" : ` in ${from}`}; use one of ${known.join(", ")}`,
    );
    this.field = field;
    this.known = known;
    this.from = from;
  }
}

/** Adds the file or flag to an error. */
export function locateError(from: string, error: unknown): unknown {
  if (error instanceof UnknownField) return new UnknownField(error.field, error.known, from);
  return error instanceof UsageError
    ? new UsageError(error.code, `${from}: ${error.message}`, error.exitCode)
    : error;
}
