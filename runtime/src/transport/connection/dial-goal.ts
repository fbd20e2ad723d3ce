import type { SecureContext } from "node:tls";
import type { Endpoint } from "../../endpoint/endpoint.js";
import type { Clock } from "../../time/clock.js";
import type { TransportSettings } from "../transport-settings.js";
import type { KnownAddresses } from "./known-addresses.js";

/** The time as the transport knows it. */
export interface Timing {
  readonly clock: Clock;
  /** Milliseconds until a connection must be ready, from the name to the server's SETTINGS. */
  readonly connectMs: number;
  /** Randomness, a number from 0 up to 1. */
  readonly random: () => number;
}

/** The address that is dialled, and how. */
export interface DialGoal {
  readonly endpoint: Endpoint;
  readonly settings: TransportSettings;
  /** The order in which the addresses of the name are tried. */
  readonly addresses: KnownAddresses;
  /** Undefined without TLS. */
  readonly tls: { readonly secureContext: SecureContext | undefined } | undefined;
  /** Whether its frames are noted, which takes time. */
  readonly isWatched?: boolean;
}
