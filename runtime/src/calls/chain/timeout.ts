import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/** The longest time that a timer of Node can wait, almost 25 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Checks a time before gRPC sees it, whose client ends the process on NaN.
 *
 * @throws An OptionsError that names the option.
 */
export function requireTimeoutMs(value: unknown, option: string): number {
  if (typeof value === "number" && value > 0 && value <= maxTimeoutMs) return value;
  throw invalidOption(
    option,
    `${describe(value)} is not a time; write milliseconds, more than 0 and at most ${maxTimeoutMs}`,
  );
}
