import { requireTimeoutMs } from "../call/deadline.js";
import { describe } from "../text/value-text.js";
import { OptionsError } from "../text/options-error.js";
import type { Clock } from "../time/clock.js";
import { checkTls } from "../transport/channel-settings.js";
import { lazyTransport } from "../transport/lazy-transport.js";
import type { Transport } from "../transport/transport.js";
import { requireBytes } from "./option-check.js";
import type { SessionOptions } from "./session-options.js";
import { userAgentOf } from "./user-agent.js";
import type { SessionWiring } from "../rpc/wiring.js";

/** Largest response unless the options say another: 64 MiB. The library's own 4 MB refuses honest pages. */
const defaultReceiveBytes = 64 * 1024 * 1024;

/** For the library, no limit. */
const noLimit = -1;

/**
 * The transport of a session: gRPC over HTTP/2.
 *
 * @throws An OptionsError where the options cannot work.
 */
export function sessionTransport(
  wiring: SessionWiring,
  options: SessionOptions,
  { clock, connectMs }: { readonly clock: Clock; readonly connectMs: number },
): Transport {
  const { insecure = false, tls = {}, keepaliveMs, compression = "none" } = options;
  if (compression !== "none" && compression !== "gzip") {
    throw new OptionsError(`compression: ${describe(compression)} is not known; write "gzip" or "none"`);
  }
  const settings = {
    isInsecure: insecure,
    tls,
    userAgent: userAgentOf(wiring, options.userAgent),
    maxReceiveBytes: requireBytes(options.maxReceiveBytes, "maxReceiveBytes", defaultReceiveBytes),
    maxSendBytes: requireBytes(options.maxSendBytes, "maxSendBytes", noLimit),
    keepaliveMs: keepaliveMs === undefined ? undefined : requireTimeoutMs(keepaliveMs, "keepaliveMs"),
    isCompressed: compression === "gzip",
  };
  checkTls(tls);
  return lazyTransport(async () => {
    // The gRPC library is most of what a program loads; it is not needed before the first call.
    const { grpcTransport } = await import("../transport/grpc-transport.js");
    return grpcTransport(settings, { clock, connectMs });
  });
}
