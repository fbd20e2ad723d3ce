import type { SecureContext } from "node:tls";
import type { Endpoint } from "../../../calls/endpoint/endpoint.js";
import type { TransportSettings } from "../transport-settings.js";
import type { KnownAddresses } from "./known-addresses.js";

/** The address that is dialled, and how. */
export interface DialGoal {
  readonly endpoint: Endpoint;
  readonly settings: TransportSettings;
  /** The order in which the addresses of the name are tried. */
  readonly addresses: KnownAddresses;
  /** Undefined without TLS. */
  readonly tls: { readonly secureContext: SecureContext | undefined } | undefined;
}
