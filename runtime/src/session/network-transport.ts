import { beginOwnHttp2 } from "../http2/own-session.js";
import { Http2Transport } from "../transport/http2-transport.js";
import type { Timing } from "../transport/timing.js";
import type { Transport } from "../transport/transport.js";
import type { TransportSettings } from "../transport/transport-settings.js";

/**
 * Returns the transport over the network. A session imports this file with its first call, and nothing of the network
 * before.
 *
 * @throws An OptionsError if certificates cannot be read.
 */
export function networkTransport(settings: Omit<TransportSettings, "beginHttp2">, timing: Timing): Transport {
  return new Http2Transport({ ...settings, beginHttp2: beginOwnHttp2 }, timing);
}
