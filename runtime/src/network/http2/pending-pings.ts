/** Pings that may be outstanding. The transport sends one at a time. */
const maxPendingPings = 10;

/**
 * Called with the round-trip time in milliseconds when a ping is acknowledged, or with an error if it cannot be any
 * more.
 */
export type PingCallback = (error: Error | null, durationMs: number) => void;

/** The PING frames that the server has not acknowledged yet (RFC 9113, section 6.7). */
export class PendingPings {
  readonly #waiting: {
    readonly content: Buffer;
    readonly startMs: number;
    readonly answered: PingCallback;
  }[] = [];
  #number = 0;

  /** Adds a ping and returns its payload; undefined if too many are outstanding. */
  add(answered: PingCallback): Buffer | undefined {
    if (this.#waiting.length === maxPendingPings) return undefined;
    const content = Buffer.alloc(8);
    this.#number = (this.#number + 1) >>> 0;
    content.writeUInt32BE(this.#number, 4);
    this.#waiting.push({ content, startMs: performance.now(), answered });
    return content;
  }

  /** Notes an acknowledgment. Returns false if no ping has this payload. */
  acknowledge(content: Buffer): boolean {
    const at = this.#waiting.findIndex((ping) => ping.content.equals(content));
    const [ping] = at < 0 ? [] : this.#waiting.splice(at, 1);
    ping?.answered(null, performance.now() - ping.startMs);
    return ping !== undefined;
  }

  /** Fails all outstanding pings. */
  fail(error: Error): void {
    for (const { answered } of this.#waiting.splice(0)) answered(error, 0);
  }
}
