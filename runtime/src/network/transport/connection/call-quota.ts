/**
 * How many calls a connection may carry in its life, as far as goodbyes have shown: some proxies end a connection after
 * a number of requests, and refuse what is on it beyond. Calls above it wait for the next connection.
 */
export class CallQuota {
  #most = Infinity;

  /** Calls that a new connection is given at most. */
  get most(): number {
    return this.#most;
  }

  /** The server ended a connection in peace that was given so many calls, of which it processed some. */
  onGoodbye(given: number, processed: number): void {
    // A server that processed none is going away itself.
    if (processed > 0 && processed < given) this.#most = processed;
  }

  /** A connection had its number of calls, and the server did not end it: what was learned is too little. */
  onUnderrated(): void {
    this.#most *= 2;
  }
}
