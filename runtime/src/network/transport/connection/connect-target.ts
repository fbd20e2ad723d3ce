import type { Endpoint } from "../../../calls/endpoint/endpoint.js";
import type { TransportSettings } from "../transport-settings.js";
import type { AddressHealth } from "./address-health.js";
import type { ClientTls } from "./secure-socket.js";

/** The endpoint to connect to, and the settings for it. */
export interface ConnectTarget {
  readonly endpoint: Endpoint;
  readonly settings: TransportSettings;
  /** Decides the order in which the addresses of the host are tried. */
  readonly addressHealth: AddressHealth;
  /** Undefined without TLS. */
  readonly tls: ClientTls | undefined;
}
