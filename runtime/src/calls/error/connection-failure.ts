/** The way to a server on which a connection was lost or could not be made, as far as retries have to know it. One for each such event. */
export interface ConnectionFailure {
  /** Whether there was a connection; false if it could not be made. */
  readonly wasConnected: boolean;
  /** Whether the connection had answered a call before it was lost. */
  readonly hadAnswered: boolean;
  /** Milliseconds of a round trip to the server, as it was last measured; undefined if it never was. */
  readonly roundTripMs: number | undefined;
  /** Calls back once, when its turn comes, if there is a connection again; the result takes that back. */
  whenBack(wake: () => void): () => void;
}

const key: unique symbol = Symbol("brokenWay");

/** Notes the way that an error is about, where nobody sees it. */
export function withConnectionFailure<Failure extends Error>(
  failure: Failure,
  way: ConnectionFailure | undefined,
): Failure {
  return way ? Object.defineProperty(failure, key, { value: way, configurable: true }) : failure;
}

/** The way that an error is about; undefined if the connection did not fail. */
export function findConnectionFailure(failure: Error): ConnectionFailure | undefined {
  return (failure as { readonly [key]?: ConnectionFailure })[key];
}
