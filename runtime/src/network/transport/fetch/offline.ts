import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { isLoopback } from "../../../calls/endpoint/loopback.js";
import { withConnectionFailure, type ConnectionFailure } from "../../../calls/error/connection-failure.js";
import { localFailure, type StatusError } from "../../../calls/error/status-error.js";

/** The part of the global object by which pages and workers see the network. */
interface NetworkScope {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: "online", listener: () => void, options?: { once: boolean }): void;
  removeEventListener?(type: "online", listener: () => void): void;
}

const scope = globalThis as NetworkScope;

/** The loss of the network as one event. It ends the backoff of calls when the platform is online again. */
const offline: ConnectionFailure = {
  wasConnected: false,
  hadAnswered: false,
  isOneEvent: false,
  roundTripMs: undefined,
  whenBack(wake) {
    scope.addEventListener?.("online", wake, { once: true });
    return () => scope.removeEventListener?.("online", wake);
  },
};

/** An attempt without an answer. The platform does not report whether it had a connection. */
const unanswered: ConnectionFailure = { ...offline, wasConnected: true };

/** Marks the failure of an attempt that no server has answered. */
export function unansweredFailure(failure: StatusError): StatusError {
  return withConnectionFailure(failure, unanswered);
}

/**
 * Returns the failure of a call while the platform is offline; undefined if it may be online. Nothing was sent, so that
 * every call may be retried. `navigator.onLine` is reliable only if it is false (HTML). Loopback needs no network.
 */
export function offlineFailure({ endpoint }: OutgoingCall): StatusError | undefined {
  if (scope.navigator?.onLine !== false || isLoopback(endpoint.host)) return undefined;
  const failure = localFailure(
    "UNAVAILABLE",
    `${endpoint.authority} was not called: there is no network`,
    "unreached",
  );
  return withConnectionFailure(failure, offline);
}
