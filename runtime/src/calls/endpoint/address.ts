import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import { ipVersion } from "./ip-version.js";

/** A host and port to connect to. */
export interface Address {
  /** DNS name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const plain = /^([^:]+)(?::(\d{1,5}))?$/;

/**
 * Parses an address: `host`, `host:port`, `127.0.0.1:8443`, `[::1]:8443`. The default port is 443. Schemes
 * (`unix:`), paths and user names are rejected.
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

/** Returns the text without its user and password, because an error must not show them. */
function withoutUser(text: unknown): unknown {
  return typeof text === "string" ? text.replace(/[^/]*@/, "...@") : text;
}

/** Formats the address as a gRPC target. */
export function grpcTarget({ host, port }: Address): string {
  if (ipVersion(host) === 4) return `ipv4:${host}:${port}`;
  if (ipVersion(host) === 6) return `ipv6:[${host}]:${port}`;
  // Without the scheme, gRPC would read "host:443" as a scheme and a path.
  return `dns:///${host}:${port}`;
}

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** Whether text is a DNS name: labels of letters, digits and hyphens (RFC 1123), 253 characters at most. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/**
 * Validates a DNS name before it becomes part of an address. `evil.com/#` or `user@host` would send calls and their
 * tokens to another host.
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

/** Whether a host is the loopback interface of this machine. */
export function isLoopback(host: string): boolean {
  if (ipVersion(host) === 4) return host.startsWith("127.");
  return host === "::1" || host === "localhost" || host.endsWith(".localhost");
}
