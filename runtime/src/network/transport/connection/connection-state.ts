/**
 * The state of one HTTP/2 connection:
 *
 * - `connecting`: DNS, TCP, a proxy's tunnel, TLS and the server's SETTINGS are outstanding
 * - `open`: it takes calls
 * - `verifying`: it takes no calls until the server acknowledges a ping
 * - `draining`: it takes no more calls, and closes after the active ones (RFC 9113, section 6.8)
 * - `closed`: it is closed, or only waits for the server to close its side
 */
export type ConnectionState = "connecting" | "open" | "verifying" | "draining" | "closed";

/** The states that may follow a state. */
const successors: { readonly [State in ConnectionState]: readonly ConnectionState[] } = {
  connecting: ["open", "closed"],
  open: ["verifying", "draining", "closed"],
  verifying: ["open", "draining", "closed"],
  draining: ["closed"],
  closed: [],
};

/** Called after a transition, with the new state, the one before, and the reason. */
export type TransitionListener = (to: ConnectionState, from: ConnectionState, reason: string) => void;

/** The state machine of one connection. Every change of state goes through {@link transition}. */
export class ConnectionStateMachine {
  #state: ConnectionState = "connecting";
  readonly #listener: TransitionListener;

  /** @param listener Called after each transition. */
  constructor(listener: TransitionListener) {
    this.#listener = listener;
  }

  /** The current state. */
  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Changes the state and calls the listener. A transition that the table does not have is ignored, because several
   * events may report the same end.
   *
   * @returns Whether the state changed.
   */
  transition(to: ConnectionState, reason: string): boolean {
    const from = this.#state;
    if (!successors[from].includes(to)) return false;
    this.#state = to;
    this.#listener(to, from, reason);
    return true;
  }
}
