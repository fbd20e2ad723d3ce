import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { isLoopback } from "../../../calls/endpoint/address.js";
import { withConnectionFailure, type ConnectionFailure } from "../../../calls/error/connection-failure.js";
import { localFailure, type StatusError } from "../../../calls/error/status-error.js";

/** The part of a page or a worker that knows of the network. */
interface NetworkScope {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: "online", listener: () => void, options?: { once: boolean }): void;
  removeEventListener?(type: "online", listener: () => void): void;
}

const scope = globalThis as NetworkScope;

/** The way to all servers of a page without a network. It ends the pauses of calls when the network is back. */
const offlineWay: ConnectionFailure = {
  wasConnected: false,
  hadAnswered: false,
  roundTripMs: undefined,
  whenBack(wake) {
    scope.addEventListener?.("online", wake, { once: true });
    return () => scope.removeEventListener?.("online", wake);
  },
};

/**
 * The failure of a call from a page that knows that it is offline: nothing was sent, so that every call may be repeated.
 * That a page is online says nothing (HTML, "navigator.onLine"). This machine is reached without a network.
 */
export function offlineFailure({ endpoint }: OutgoingCall): StatusError | undefined {
  if (scope.navigator?.onLine !== false || isLoopback(endpoint.host)) return undefined;
  const failure = localFailure(
    "UNAVAILABLE",
    `${endpoint.authority} was not called: there is no network`,
    "unreached",
  );
  return withConnectionFailure(failure, offlineWay);
}
