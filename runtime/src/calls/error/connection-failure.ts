/**
 * The loss of a connection, or a failed attempt to connect, as far as retries need it. All affected calls share one
 * object.
 */
export interface ConnectionFailure {
  /** Whether there was a connection; false if it could not be made. */
  readonly wasConnected: boolean;
  /** Whether the connection had answered a call before it was lost. */
  readonly hadAnswered: boolean;
  /**
   * Whether the loss is one event for all calls that it affects, so that none of them is its cause: the connection had
   * answered, or the one before it had. False also if there was no connection.
   */
  readonly isOneEvent: boolean;
  /** The last measured round-trip time to the server, in milliseconds; undefined if there is none. */
  readonly roundTripMs: number | undefined;
  /** Calls back once, in turn, when there is a connection again. Returns a function that cancels this. */
  whenBack(wake: () => void): () => void;
}

const key: unique symbol = Symbol("connectionFailure");

/** Attaches the connection failure to an error, as a hidden property. */
export function withConnectionFailure<Failure extends Error>(
  failure: Failure,
  connection: ConnectionFailure | undefined,
): Failure {
  return connection
    ? Object.defineProperty(failure, key, { value: connection, configurable: true })
    : failure;
}

/** Returns the connection failure of an error; undefined if the connection did not fail. */
export function findConnectionFailure(failure: Error): ConnectionFailure | undefined {
  return (failure as { readonly [key]?: ConnectionFailure })[key];
}
