/** Pings that may wait for their answers; the transport asks for one at a time. */
const mostPings = 10;

/** Told when a ping is answered, or cannot be any more; with how long it took, in milliseconds. */
export type PingAnswered = (error: Error | null, durationMs: number) => void;

/** The pings that wait for their answers (RFC 9113, section 6.7). */
export class Pings {
  readonly #waiting: {
    readonly content: Buffer;
    readonly startMs: number;
    readonly answered: PingAnswered;
  }[] = [];
  #number = 0;

  /** The content of one more ping; undefined if too many wait. */
  begin(answered: PingAnswered): Buffer | undefined {
    if (this.#waiting.length === mostPings) return undefined;
    const content = Buffer.alloc(8);
    this.#number = (this.#number + 1) >>> 0;
    content.writeUInt32BE(this.#number, 4);
    this.#waiting.push({ content, startMs: performance.now(), answered });
    return content;
  }

  /** Takes an answer; false if nobody asked for it. */
  answer(content: Buffer): boolean {
    const at = this.#waiting.findIndex((ping) => ping.content.equals(content));
    const [ping] = at < 0 ? [] : this.#waiting.splice(at, 1);
    ping?.answered(null, performance.now() - ping.startMs);
    return ping !== undefined;
  }

  /** No answer comes any more. */
  fail(error: Error): void {
    for (const { answered } of this.#waiting.splice(0)) answered(error, 0);
  }
}
