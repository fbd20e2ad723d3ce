/**
 * Learns from GOAWAY frames how many calls a server accepts on one connection. Some proxies end a connection after a
 * number of requests (nginx: `keepalive_requests`) and refuse the streams beyond it. Calls above the quota wait for the
 * next connection.
 */
export class CallQuota {
  #maxCalls = Infinity;

  /** The number of calls that a new connection gets at most. */
  get maxCalls(): number {
    return this.#maxCalls;
  }

  /** Notes a GOAWAY without an error: how many calls the connection got, and how many of them the server processed. */
  onGoaway(startedCalls: number, processedCalls: number): void {
    // A server that processed none is shutting down.
    if (processedCalls > 0 && processedCalls < startedCalls) this.#maxCalls = processedCalls;
  }

  /** Doubles the quota, after a connection reached it and the server did not send GOAWAY. */
  raise(): void {
    this.#maxCalls *= 2;
  }
}
