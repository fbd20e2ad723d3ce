import type { EmulatorErrorCode } from "../error-codes.js";
import { EmulatorError } from "../text/emulator-error.js";

/** A request that the control API refuses. */
export class ControlError extends EmulatorError {
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, code: EmulatorErrorCode, text: string) {
    super(code, text);
    this.status = status;
  }
}

/** Reads a string. Undefined if it is not set. */
export function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  throw invalid(`${name} must be a string`);
}

/** Reads a string that must be set. */
export function requireText(value: unknown, name: string): string {
  const text = readText(value, name);
  if (text !== undefined) return text;
  throw invalid(`${name} is missing`);
}

/** Reads a number, also from the text of a query. Undefined if it is not set. */
export function readNumber(value: unknown, name: string, min: number, max: number): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && number >= min && number <= max) return number;
  throw invalid(`${name} must be a number from ${min} to ${max}`);
}

/** Creates the error of a request with a wrong value. */
export function invalid(text: string): ControlError {
  return new ControlError(400, "OPTION_INVALID", text);
}
