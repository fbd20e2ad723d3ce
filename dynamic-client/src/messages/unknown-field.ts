import type { PathStep } from "./field-path.js";
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

/** The parts of a `MessageError` of an SDK. */
interface InvalidValue {
  readonly code: "MESSAGE_INVALID";
  readonly problem: string;
  readonly path: readonly (string | number)[];
}

/**
 * Adds the file or flag to an error.
 *
 * @param last The last step to what a flag sets. The flag takes the place of its field in the text.
 */
export function locateError(from: string, error: unknown, last?: PathStep): unknown {
  if (error instanceof UnknownField) return new UnknownField(error.field, error.known, from);
  if (error instanceof UsageError)
    return new UsageError(error.code, `${from}: ${error.message}`, error.exitCode);
  if (!isInvalidValue(error)) return error;
  const field = last && "field" in last ? last.field.name : undefined;
  const isFlag = from.startsWith("--") && error.path.length === 1 && error.path[0] === field;
  const place = isFlag || error.path.length === 0 ? "" : `${error.path.join(".")}: `;
  // Programs write 64-bit integers with this suffix.
  return new UsageError(
    "ARGUMENT_INVALID",
    `${from}: ${place}${error.problem.replace(/(got -?\d+)n$/, "$1")}`,
  );
}

function isInvalidValue(error: unknown): error is InvalidValue {
  return error instanceof Error && (error as Partial<InvalidValue>).code === "MESSAGE_INVALID";
}
