import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import { isFullHostName } from "./host-name.js";
import { ipVersion } from "./ip-version.js";
import { isUnixAddress, parseSocketPath, unixTarget } from "./unix-socket.js";

/** A host and port to connect to, or a socket of this machine. */
export interface Address {
  /** DNS name, which has a final dot if it is absolute, or IP address, without brackets; `localhost` of a socket. */
  readonly host: string;
  /** The port; 0 of a socket. */
  readonly port: number;
  /** The path of a Unix socket, which replaces host and port. The name of an abstract socket begins with NUL. */
  readonly socketPath?: string | undefined;
}

/** The scheme of gRPC for names. `dns:8443` is a host, and `dns://server/name` would need a resolver. */
const dnsScheme = /^dns:(?:\/\/\/)?(?!\/|\d+$)/i;

const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/;
const plain = /^([^:]+)(?::(\d{1,5}))?$/;

/**
 * Parses an address: `host`, `host:port`, `127.0.0.1:8443`, `[::1]:8443`, or one of these after `dns:` or `dns:///`. The
 * default port is 443. Other schemes, paths and user names are rejected.
 *
 * @throws An OptionsError that names the option.
 */
export function parseAddress(text: unknown, option: string): Address {
  if (typeof text === "string") {
    const address = text.replace(dnsScheme, "");
    const six = bracketed.exec(address);
    const [, host = "", port = "443"] = six ?? plain.exec(address) ?? [];
    const isHost = six ? ipVersion(host) === 6 : ipVersion(host) === 4 || isFullHostName(host);
    if (isHost && Number(port) >= 1 && Number(port) <= 65535) return { host, port: Number(port) };
  }
  throw invalidOption(
    option,
    `${describe(withoutUser(text))} is not an address; write "host:port", such as "127.0.0.1:8443" or "[::1]:8443"`,
  );
}

/**
 * Parses an address of the options `endpoint` and `endpoints`, which may be a Unix socket. No other source of addresses
 * may name one, since sockets of this machine can belong to programs that trust every caller.
 *
 * @throws An OptionsError that names the option.
 */
export function parseTarget(text: unknown, option: string): Address {
  if (!isUnixAddress(text)) return parseAddress(text, option);
  return { host: "localhost", port: 0, socketPath: parseSocketPath(text, option) };
}

/** Returns the text without its user and password, because an error must not show them. */
function withoutUser(text: unknown): unknown {
  return typeof text === "string" ? text.replace(/[^/]*@/, "...@") : text;
}

/** Formats the address as a gRPC target. */
export function grpcTarget({ host, port, socketPath }: Address): string {
  if (socketPath !== undefined) return unixTarget(socketPath);
  if (ipVersion(host) === 4) return `ipv4:${host}:${port}`;
  if (ipVersion(host) === 6) return `ipv6:[${host}]:${port}`;
  // Without the scheme, gRPC would read "host:443" as a scheme and a path.
  return `dns:///${host}:${port}`;
}
