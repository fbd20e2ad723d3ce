import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** A last label that URL parsers read as a number, so that the name would be an IPv4 address (WHATWG URL, 3.5). */
const numericEnd = /(?:^|\.)(?:\d+|0x[\da-f]*)$/i;

/** Whether text is a DNS name: labels of letters, digits and hyphens (RFC 1123), 253 characters at most. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/** Whether text is a complete host name that URL parsers accept. It may have a final dot: it is absolute then. */
export function isFullHostName(text: string): boolean {
  const name = withoutFinalDot(text);
  return isHostName(name) && !numericEnd.test(name) && URL.canParse(`http://${name}/`);
}

/**
 * Returns a host name without the dot by which it is absolute (RFC 1034, section 3.1). Certificates, the server name of
 * TLS and the authority do not have it.
 */
export function withoutFinalDot(host: string): string {
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

/**
 * Validates a DNS name before it becomes part of an address. `evil.com/#` or `user@host` would send calls and their
 * tokens to another host.
 *
 * @throws An OptionsError that names the option.
 */
export function requireHostName(text: unknown, option: string, example: string): string {
  if (typeof text === "string" && isHostName(text)) return text;
  throw notHostName(text, option, example);
}

/**
 * Validates the domain of an API. A name in it must be a host, which `compute.127.0.0.1` cannot be.
 *
 * @throws An OptionsError that names the option.
 */
export function requireDomain(text: unknown, option: string): string {
  if (typeof text === "string" && isFullHostName(text)) return text;
  throw notHostName(text, option, "api.example.com");
}

function notHostName(text: unknown, option: string, example: string): Error {
  const fix = `write a host name alone, such as "${example}"`;
  const isAddress = typeof text === "string" && /^[\da-fx.:[\]]+$/i.test(text) && /[\d:]/.test(text);
  const more = isAddress && option === "apiDomain" ? "; the option endpoint takes an address" : "";
  return invalidOption(option, `${describe(text)} is not a DNS name; ${fix}${more}`);
}
