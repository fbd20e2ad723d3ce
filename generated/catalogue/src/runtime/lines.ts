/* Copied by `stratus openapi` from src/rest/runtime/lines.ts of protoc-gen-stratus. DO NOT EDIT. */
import { tooLong, usualBytes } from "./bounded.js";
import type { SentOptions } from "./call-options.js";
import type { Fail } from "./outcome.js";

const lineFeed = 10;
const carriageReturn = 13;

/**
 * The lines of an answer, as bytes, which end with LF, CR or both. A bound holds for each, so that a server without line
 * ends does not fill the memory. The last one may have no end.
 */
export async function* splitLines(
  response: Response,
  options: SentOptions | undefined,
  bytes = usualBytes,
  fail: Fail,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const signal = options?.signal;
  const onAbort = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", onAbort);
  const held = new Pieces();
  let wasReturn = false;
  try {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : fail("UNAVAILABLE", "the answer was cut off", { cause });
      });
      if (done) break;
      for (let at = 0; at < value.length;) {
        // The second half of a line end that came before.
        if (wasReturn && value[at] === lineFeed) at++;
        wasReturn = false;
        const end = endOf(value, at);
        held.add(value.subarray(at, end));
        if (held.length > bytes) throw fail("DECODE", tooLong(bytes).message);
        if (end < value.length) {
          yield held.take();
          wasReturn = value[end] === carriageReturn;
        }
        at = end + 1;
      }
    }
    if (signal?.aborted) throw signal.reason;
    if (held.length > 0) yield held.take();
  } finally {
    signal?.removeEventListener("abort", onAbort);
    onAbort();
  }
}

/** Where the line ends that begins here: its end, or that of the piece. */
function endOf(piece: Uint8Array, start: number): number {
  let end = start;
  while (end < piece.length && piece[end] !== lineFeed && piece[end] !== carriageReturn) end++;
  return end;
}

/** Bytes of a line that come one after the other. */
class Pieces {
  length = 0;
  #pieces: Uint8Array[] = [];

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  /** All of them in one, and begins anew. */
  take(): Uint8Array {
    const [first, ...more] = this.#pieces;
    const whole = first && more.length === 0 ? first : new Uint8Array(this.length);
    if (whole !== first) {
      let at = 0;
      for (const piece of this.#pieces) {
        whole.set(piece, at);
        at += piece.length;
      }
    }
    this.#pieces = [];
    this.length = 0;
    return whole;
  }
}
