import { withoutFinalDot } from "./host-name.js";
import { ipVersion } from "./ip-version.js";

/**
 * Returns the one spelling of a host: in lower case, without brackets, zone and final dot. IP addresses are as URLs have
 * them (`127.1` is `127.0.0.1`), and IPv4-mapped ones (RFC 4291, section 2.5.5.2) are IPv4.
 */
export function canonicalHost(host: string): string {
  const bare = withoutFinalDot(host.replace(/^\[|\]$/g, "").toLowerCase());
  const text = `http://${bare.includes(":") ? `[${bare.replace(/%.*$/, "")}]` : bare}/`;
  if (!URL.canParse(text)) return bare;
  const name = new URL(text).hostname.replace(/^\[|\]$/g, "");
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 0xff])
    .join(".");
}

/** Whether a host is the loopback interface of this machine, in any spelling. */
export function isLoopback(host: string): boolean {
  const name = canonicalHost(host);
  if (ipVersion(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
}
