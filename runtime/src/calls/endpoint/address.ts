import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import { ipVersion } from "./ip-version.js";

/** Where to dial. */
export interface Address {
  /** DNS name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const plain = /^([^:]+)(?::(\d{1,5}))?$/;

/**
 * Reads an address: `host`, `host:port`, `127.0.0.1:8443`, `[::1]:8443`. The
 * port is 443 unless said. Schemes (`unix:`), paths and user names are refused.
 *
 * @throws An OptionsError that names the option.
 */
export function parseAddress(text: unknown, option: string): Address {
  if (typeof text === "string") {
    const six = bracketed.exec(text);
    const [, host = "", port = "443"] = six ?? plain.exec(text) ?? [];
    const isHost = six
      ? ipVersion(host) === 6
      : ipVersion(host) === 4 || (isHostName(host) && !/^[\d.]+$/.test(host));
    if (isHost && Number(port) >= 1 && Number(port) <= 65535) return { host, port: Number(port) };
  }
  throw invalidOption(
    option,
    `${describe(withoutUser(text))} is not an address; write "host:port", such as "127.0.0.1:8443" or "[::1]:8443"`,
  );
}

/** The text as it was written, without a user and a password: the latter must not be shown. */
function withoutUser(text: unknown): unknown {
  return typeof text === "string" ? text.replace(/[^/]*@/, "...@") : text;
}

/** The address as gRPC dials it. */
export function grpcTarget({ host, port }: Address): string {
  if (ipVersion(host) === 4) return `ipv4:${host}:${port}`;
  if (ipVersion(host) === 6) return `ipv6:[${host}]:${port}`;
  // With its scheme, or "host:443" would be read as one.
  return `dns:///${host}:${port}`;
}

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether text is a DNS name: labels of letters, digits and hyphens (RFC 1123), 253 characters at most. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/**
 * Checks a DNS name before it becomes part of an address: `evil.com/#` or
 * `user@host` would send calls, with their tokens, somewhere else.
 *
 * @throws An OptionsError that names the option.
 */
export function requireHostName(text: unknown, option: string, example: string): string {
  if (typeof text === "string" && isHostName(text)) return text;
  throw invalidOption(
    option,
    `${describe(text)} is not a DNS name; write a host name alone, such as "${example}"`,
  );
}

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  if (ipVersion(host) === 4) return host.startsWith("127.");
  return host === "::1" || host === "localhost" || host.endsWith(".localhost");
}
