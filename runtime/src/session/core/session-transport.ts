import { requireLimitMs } from "../../calls/chain/timeout.js";
import { describe } from "../../base/text/value-text.js";
import { invalidOption, requireKnownNames } from "../../base/text/options-error.js";
import type { Address } from "../../calls/endpoint/address.js";
import { ConnectError } from "../../calls/error/connect-error.js";
import { chooseProxy } from "../../network/transport/connection/proxy-choice.js";
import { proxyUrl, type ProxyOptions } from "../../network/transport/proxy-options.js";
import { checkTls, readTrusted } from "../../network/transport/tls-options.js";
import type { TransportSettings } from "../../network/transport/transport-settings.js";
import type { Timing } from "../../network/transport/timing.js";
import { lazyTransport } from "../../network/transport/lazy-transport.js";
import { defaults } from "../../base/defaults.js";
import type { TransportLog } from "./platform.js";
import type { Transport } from "../../network/transport/transport.js";
import { requireBytes } from "./common-check.js";
import type { SessionOptions } from "./session-options.js";
import { userAgentText } from "./user-agent.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";

/**
 * The transport of a session: gRPC over HTTP/2.
 *
 * @param addresses Addresses that the session may call.
 * @throws An OptionsError if the options cannot work.
 */
export function sessionTransport(
  wiring: SessionWiring,
  options: SessionOptions,
  addresses: readonly Address[],
  timing: Timing,
  log: Partial<TransportLog> = {},
): Transport {
  const { insecure = false, tls = {}, compression = "none" } = options;
  if (compression !== "none" && compression !== "gzip") {
    throw invalidOption("compression", `${describe(compression)} is not known; write "gzip" or "none"`);
  }
  const { keepaliveMs = wiring.keepaliveMs ?? defaults.keepaliveMs } = options;
  const settings: TransportSettings = {
    isInsecure: insecure,
    tls,
    userAgent: `${userAgentText(wiring, options.userAgent)} node/${process.versions.node}`,
    maxReceiveBytes: requireBytes(options.maxReceiveBytes, "maxReceiveBytes", defaults.maxReceiveBytes),
    maxSendBytes: requireBytes(options.maxSendBytes, "maxSendBytes", Infinity),
    keepaliveMs: requireLimitMs(keepaliveMs, "keepaliveMs"),
    keepaliveTimeoutMs: defaults.keepaliveTimeoutMs,
    windowBytes: requireBytes(options.windowBytes, "windowBytes", defaults.windowBytes),
    maxWindowBytes: options.windowBytes ?? defaults.maxWindowBytes,
    proxy: requireProxy(options.proxy),
    isCompressed: compression === "gzip",
    maxConnectionAgeMs: requireLimitMs(options.maxConnectionAgeMs ?? false, "maxConnectionAgeMs"),
    ...log,
  };
  checkTls(tls);
  for (const address of addresses) requireEnvironmentProxy(address, settings.proxy);
  return lazyTransport(async () => {
    // HTTP/2 is most of what a program loads; it is not needed before the first call.
    const { networkTransport } = await import("./network-transport.js");
    return networkTransport(settings, timing);
  }, timing.clock);
}

/** Checked now: a proxy is needed only when something is dialled. The URL may hold a password, so it is not shown. */
function requireProxy(proxy: SessionOptions["proxy"]): ProxyOptions | false | undefined {
  if (proxy === undefined || proxy === false) return proxy;
  const given: unknown = typeof proxy === "string" ? { url: proxy } : proxy;
  const { url, ca } = (typeof given === "object" ? (given ?? {}) : {}) as Partial<ProxyOptions>;
  const parsed = typeof url === "string" ? proxyUrl(url) : undefined;
  if (parsed) {
    requireKnownNames(given as object, ["url", "ca"] satisfies (keyof ProxyOptions)[], "proxy");
    return { url: parsed.href, ca: ca === undefined ? ca : readTrusted(ca, "proxy.ca").join("") };
  }
  throw invalidOption(
    "proxy",
    'write the URL of an HTTP proxy, such as "http://proxy.example.com:3128", or false; a % in a user or password is written %25',
  );
}

/** Checked now as well: the variable that names the proxy may be wrong. Its value may hold a password too. */
function requireEnvironmentProxy(address: Address, proxy: TransportSettings["proxy"]): void {
  try {
    chooseProxy(address, proxy, process.env);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    throw invalidOption("proxy", error.problem);
  }
}
