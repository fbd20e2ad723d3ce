import type { ConnectionFailure } from "../../../calls/error/connection-failure.js";
import type { CallQuota } from "./call-quota.js";

/** A connection as its owner sees it at its end. */
export interface OwnedConnection {
  readonly loss: ConnectionFailure;
  /** Whether the connection had calls, and ended by the network or the server. */
  readonly isLost: boolean;
  /** The IP address of the server; undefined behind a proxy. */
  readonly address: string | undefined;
  /** Closes the connection after the frames that reset canceled calls are sent. */
  close(): void;
}

/** The owner of a connection. It learns of changes of the state by the connection's {@link ConnectionStateMachine}. */
export interface ConnectionOwner {
  /** Called when the connection can take a call again. */
  onCapacity(): void;
  /** Called when the connection and all calls on it have ended. */
  onClosed(connection: OwnedConnection): void;
  /**
   * Counts an error code of a GOAWAY. Returns the number of connections in a row that ended by it without a response.
   */
  countErrorCode(code: number, hadAnswered: boolean): number;
  /** Called when the server ended the connection because of its pings (gRFC A8). */
  onTooManyPings(): void;
  /** The number of calls that a connection may carry. */
  readonly quota: CallQuota;
  /** Returns the loss of a connection as one event, for all calls that are lost with it. */
  describeLoss(roundTripMs: number, connection: { readonly hasReceivedData: boolean }): ConnectionFailure;
}
