import type { Address } from "../../../calls/endpoint/address.js";
import { withoutFinalDot } from "../../../calls/endpoint/host-name.js";
import { ipVersion } from "../../../calls/endpoint/ip-version.js";
import { canonicalHost, isLoopback } from "../../../calls/endpoint/loopback.js";
import { ConnectError } from "../../../calls/error/connect-error.js";
import { proxyUrl, type ProxyOptions } from "../proxy-options.js";

/** A proxy, and for errors the option or variable that names it: its URL may contain a password. */
export interface ChosenProxy {
  readonly url: URL;
  readonly ca: string | Uint8Array | undefined;
  readonly namedBy: string;
}

/** The variables that name a proxy, in the order of gRPC. `HTTP_PROXY` is missing, since a CGI client can set it. */
const proxyVariables = ["grpc_proxy", "https_proxy", "HTTPS_PROXY", "http_proxy"];
const exceptionVariables = ["no_grpc_proxy", "no_proxy", "NO_PROXY"];

/**
 * Chooses the proxy of an address: that of the option `proxy` (gRPC's `grpc.http_proxy`), or else that of the
 * environment, unless it lists the host as an exception. Loopback addresses and Unix sockets have none.
 *
 * @throws A ConnectError if the variable is not a URL.
 */
export function chooseProxy(
  { host, port, socketPath }: Address,
  option: ProxyOptions | false | undefined,
  environment: NodeJS.ProcessEnv,
): ChosenProxy | undefined {
  if (option === false || socketPath !== undefined || isLoopback(host)) return undefined;
  if (option) return { url: new URL(option.url), ca: option.ca, namedBy: "the option proxy" };
  const variable = proxyVariables.find((name) => environment[name]);
  const text = variable && environment[variable];
  if (!text || isException(host, port, environment)) return undefined;
  const url = proxyUrl(text);
  if (!url) {
    const fix = 'write "http://host:port", and a % in a user or password as %25';
    throw new ConnectError("PROXY_REJECTED", `${variable} is not the URL of a proxy; ${fix}`);
  }
  return { url, ca: undefined, namedBy: String(variable) };
}

function isException(host: string, port: number, environment: NodeJS.ProcessEnv): boolean {
  const variable = exceptionVariables.find((name) => environment[name] !== undefined);
  const entries = variable === undefined ? [] : (environment[variable] ?? "").split(",");
  return entries.some((entry) => isMatch(canonicalHost(host), port, entry.trim().toLowerCase()));
}

/**
 * Whether a host matches an exception: `*`, a network in CIDR notation, a host, or a domain with or without a leading dot
 * or star. A port may follow a host or a domain. The host is canonical.
 */
function isMatch(host: string, port: number, entry: string): boolean {
  if (entry === "") return false;
  if (entry === "*") return true;
  if (entry.includes("/")) return isInNetwork(host, entry);
  const [, excepted = entry, onlyPort] = /^(\[.*\]|[^:]+)(?::([^:]*))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== String(port)) return false;
  const bare = excepted.replace(/^\[|\]$/g, "");
  if (ipVersion(bare) !== 0) return host === canonicalHost(bare);
  const name = withoutFinalDot(bare.replace(/^\*?\./, ""));
  return host === name || (ipVersion(host) === 0 && host.endsWith(`.${name}`));
}

/** Whether a host is an address in a network such as `10.0.0.0/8` or `fd00::/8`. Names are not resolved. */
function isInNetwork(host: string, network: string): boolean {
  const [base = "", length = ""] = network.replaceAll(/[[\]]/g, "").split("/");
  const version = ipVersion(host);
  const bits = version === 4 ? 32 : 128;
  if (version === 0 || ipVersion(base) !== version || !/^\d{1,3}$/.test(length) || Number(length) > bits)
    return false;
  // Loaded for a network alone: sessions read the variables before they load the transport.
  const list = new (process.getBuiltinModule("node:net").BlockList)();
  const family = version === 4 ? "ipv4" : "ipv6";
  list.addSubnet(base, Number(length), family);
  return list.check(host, family);
}
