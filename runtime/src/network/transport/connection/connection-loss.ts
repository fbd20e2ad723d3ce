import type { ConnectionFailure } from "../../../calls/error/connection-failure.js";

/** The part of a connection that its loss asks. */
interface LostConnection {
  /** Whether the server has ever sent data. */
  readonly hasReceivedData: boolean;
}

/** The loss of a connection as one event, for all calls that are lost with it. Each connection holds one while it is open. */
export class ConnectionLoss implements ConnectionFailure {
  readonly wasConnected = true;
  readonly roundTripMs: number;
  readonly whenBack: ConnectionFailure["whenBack"];
  readonly #isFirst: boolean;
  readonly #connection: LostConnection;

  /** @param subchannel Whether the connection before it had answered, and how calls learn of the next one. */
  constructor(
    { isFirst, whenBack }: { readonly isFirst: boolean; readonly whenBack: ConnectionFailure["whenBack"] },
    roundTripMs: number,
    connection: LostConnection,
  ) {
    this.roundTripMs = roundTripMs;
    this.whenBack = whenBack;
    this.#isFirst = isFirst;
    this.#connection = connection;
  }

  get hadAnswered(): boolean {
    return this.#connection.hasReceivedData;
  }

  get isOneEvent(): boolean {
    return this.#isFirst || this.hadAnswered;
  }
}
