import { beginOwnHttp2 } from "../../network/http2/own-session.js";
import { Http2Transport } from "../../network/transport/http2-transport.js";
import type { Timing } from "../../network/transport/timing.js";
import type { Transport } from "../../network/transport/transport.js";
import type { TransportSettings } from "../../network/transport/transport-settings.js";

/**
 * Returns the transport over the network. A session imports this file with its first call, and nothing of the network
 * before.
 *
 * @throws An OptionsError if certificates cannot be read.
 */
export function networkTransport(settings: Omit<TransportSettings, "beginHttp2">, timing: Timing): Transport {
  return new Http2Transport({ ...settings, beginHttp2: beginOwnHttp2 }, timing);
}
