import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

/** The longest time that a timer of Node can wait, almost 25 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Checks a time in milliseconds, which a timer of Node must be able to wait.
 *
 * @param alternative The other value of the option, for the error.
 * @throws An OptionsError that names the option.
 */
export function requireTimeoutMs(value: unknown, option: string, alternative = ""): number {
  if (typeof value === "number" && value > 0 && value <= maxTimeoutMs) return value;
  throw invalidOption(
    option,
    `${describe(value)} is not a time; write milliseconds, more than 0 and at most ${maxTimeoutMs}${alternative}`,
  );
}

/**
 * Checks a time limit that `false` removes. Returns Infinity for `false`.
 *
 * @throws An OptionsError that names the option.
 */
export function requireLimitMs(value: unknown, option: string): number {
  return value === false ? Infinity : requireTimeoutMs(value, option, ", or false for no limit");
}
