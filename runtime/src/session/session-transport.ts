import { requireTimeoutMs } from "../call/deadline.js";
import { describe } from "../text/value-text.js";
import { OptionsError } from "../text/options-error.js";
import { checkTls } from "../transport/tls-options.js";
import type { TransportSettings } from "../transport/transport-settings.js";
import type { Timing } from "../transport/connection/dial-goal.js";
import { lazyTransport } from "../transport/lazy-transport.js";
import type { Transport } from "../transport/transport.js";
import { requireBytes } from "./option-check.js";
import type { SessionOptions } from "./session-options.js";
import { userAgentOf } from "./user-agent.js";
import type { SessionWiring } from "../rpc/wiring.js";

/** Largest response unless the options say another: 64 MiB. The library's own 4 MB refuses honest pages. */
const defaultReceiveBytes = 64 * 1024 * 1024;

/** What a server may send before it is read: enough for 100 Mbit/s over 300 ms. */
const defaultWindowBytes = 4 * 1024 * 1024;

const defaultKeepaliveMs = 20_000;
const defaultKeepaliveTimeoutMs = 10_000;

/**
 * The transport of a session: gRPC over HTTP/2.
 *
 * @throws An OptionsError where the options cannot work.
 */
export function sessionTransport(wiring: SessionWiring, options: SessionOptions, timing: Timing): Transport {
  const { insecure = false, tls = {}, keepaliveMs = defaultKeepaliveMs, compression = "none" } = options;
  if (compression !== "none" && compression !== "gzip") {
    throw new OptionsError(`compression: ${describe(compression)} is not known; write "gzip" or "none"`);
  }
  const settings: TransportSettings = {
    isInsecure: insecure,
    tls,
    userAgent: userAgentOf(wiring, options.userAgent),
    maxReceiveBytes: requireBytes(options.maxReceiveBytes, "maxReceiveBytes", defaultReceiveBytes),
    maxSendBytes: requireBytes(options.maxSendBytes, "maxSendBytes", Infinity),
    keepaliveMs: requireTimeoutMs(keepaliveMs, "keepaliveMs"),
    keepaliveTimeoutMs: defaultKeepaliveTimeoutMs,
    windowBytes: defaultWindowBytes,
    proxy: undefined,
    isCompressed: compression === "gzip",
  };
  checkTls(tls);
  return lazyTransport(async () => {
    // HTTP/2 is most of what a program loads; it is not needed before the first call.
    const { http2Transport } = await import("../transport/http2-transport.js");
    return http2Transport(settings, timing);
  });
}
