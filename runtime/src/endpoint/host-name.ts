import { OptionsError } from "../text/options-error.js";
import { describe } from "../text/value-text.js";

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether text is a DNS name: labels of letters, digits and hyphens (RFC 1123), 253 characters at most. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/**
 * Checks a DNS name before it becomes part of an address: `evil.com/#` or
 * `user@host` would send calls, with their tokens, somewhere else. Throws an
 * OptionsError that names the option.
 */
export function requireHostName(text: unknown, option: string, example: string): string {
  if (typeof text === "string" && isHostName(text)) return text;
  throw new OptionsError(
    `${option}: ${describe(text)} is not a DNS name; write a host name alone, such as "${example}"`,
  );
}
