import type { ConnectionState } from "./connection-state.js";

/** The state of a subchannel, as in gRPC's "Connectivity Semantics and API". */
export type Connectivity = "IDLE" | "CONNECTING" | "READY" | "TRANSIENT_FAILURE" | "SHUTDOWN";

/** The facts that a {@link Connectivity} follows from. */
export interface ConnectivityFacts {
  /** The states of the connections that are being opened or are open. */
  readonly connections: readonly ConnectionState[];
  /** Whether the last attempt to connect failed, and the backoff after it is not over. */
  readonly isBackingOff: boolean;
  /** Whether the session was closed. */
  readonly isShutdown: boolean;
}

/**
 * Returns the state of a subchannel. It is READY while one connection is usable, even if others are being opened; a
 * connection that drains does not count.
 */
export function deriveConnectivity({
  connections,
  isBackingOff,
  isShutdown,
}: ConnectivityFacts): Connectivity {
  if (isShutdown) return "SHUTDOWN";
  if (connections.includes("open") || connections.includes("verifying")) return "READY";
  if (connections.includes("connecting")) return "CONNECTING";
  return isBackingOff ? "TRANSIENT_FAILURE" : "IDLE";
}
