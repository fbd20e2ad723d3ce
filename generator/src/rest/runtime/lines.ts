import { bodyTooLarge, checkLength, defaultMaxBodyBytes } from "./read-body.js";
import type { OperationOptions } from "./call-options.js";
import type { MakeError } from "./outcome.js";

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Splits a response into lines, as bytes. Lines end with LF, CR or both; the last one may have no end. Throws
 * `DECODE` if one line is longer than `bytes`.
 */
export async function* splitLines(
  response: Response,
  options: OperationOptions | undefined,
  bytes = defaultMaxBodyBytes,
  makeError: MakeError,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const signal = options?.signal;
  const onAbort = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", onAbort);
  const line = new LineBuffer();
  let wasReturn = false;
  let received = 0;
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await reader.read();
      if (!done) return value;
      if (!signal?.aborted) checkLength(response, received);
      return undefined;
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw makeError("UNAVAILABLE", "the response ended early", { clientReason: "CONNECTION_LOST", cause });
    }
  };
  try {
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      const value = await read();
      if (!value) break;
      received += value.length;
      for (let at = 0; at < value.length;) {
        // The LF of a CR LF whose CR ended the previous line.
        if (wasReturn && value[at] === lineFeed) at++;
        wasReturn = false;
        const end = findLineEnd(value, at);
        line.add(value.subarray(at, end));
        if (line.length > bytes)
          throw makeError("DECODE", bodyTooLarge(bytes).message, { clientReason: "MESSAGE_TOO_LARGE" });
        if (end < value.length) {
          yield line.take();
          wasReturn = value[end] === carriageReturn;
        }
        at = end + 1;
      }
    }
    if (signal?.aborted) throw signal.reason;
    if (line.length > 0) yield line.take();
  } finally {
    signal?.removeEventListener("abort", onAbort);
    onAbort();
  }
}

/** Returns the end of the line that begins at `start`, or the end of the chunk. */
function findLineEnd(chunk: Uint8Array, start: number): number {
  let end = start;
  while (end < chunk.length && chunk[end] !== lineFeed && chunk[end] !== carriageReturn) end++;
  return end;
}

/** Collects the bytes of a line from several chunks. */
class LineBuffer {
  length = 0;
  #chunks: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Returns all bytes and clears the buffer. */
  take(): Uint8Array {
    const [first, ...more] = this.#chunks;
    const whole = first && more.length === 0 ? first : new Uint8Array(this.length);
    if (whole !== first) {
      let at = 0;
      for (const chunk of this.#chunks) {
        whole.set(chunk, at);
        at += chunk.length;
      }
    }
    this.#chunks = [];
    this.length = 0;
    return whole;
  }
}
