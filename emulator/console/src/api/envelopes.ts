/** Messages of streams in the Connect protocol: a byte of flags, four bytes of length, and JSON. */
import type { Json } from "../text/json.js";

/** The flag of the last message of a stream, which has its error. */
const endFlag = 2;
const headBytes = 5;

/** Writes messages one after the other. */
export function writeEnvelopes(messages: readonly Json[]): Uint8Array<ArrayBuffer> {
  const parts = messages.map((message) => new TextEncoder().encode(JSON.stringify(message)));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + headBytes + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at + 1, part.length);
    bytes.set(part, at + headBytes);
    at += headBytes + part.length;
  }
  return bytes;
}

/** Yields the messages of a stream. An incomplete one at the end is omitted. */
export function* readEnvelopes(
  bytes: Uint8Array,
): Generator<{ readonly isEnd: boolean; readonly value: Json }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + headBytes <= bytes.length;) {
    const end = at + headBytes + view.getUint32(at + 1);
    if (end > bytes.length) return;
    const text = new TextDecoder().decode(bytes.subarray(at + headBytes, end));
    yield { isEnd: (view.getUint8(at) & endFlag) !== 0, value: JSON.parse(text) as Json };
    at = end;
  }
}
