import type { Readable } from "node:stream";

/** Bytes of the length that precedes each message. */
const prefixBytes = 4;

/** Reads the messages that the runner writes to standard input, each behind its length. */
export async function* readMessages(input: Readable): AsyncGenerator<Uint8Array, void> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of input as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= prefixBytes) {
      const end = prefixBytes + pending.readUInt32BE(0);
      if (pending.length < end) break;
      yield pending.subarray(prefixBytes, end);
      pending = pending.subarray(end);
    }
  }
}

/** A message behind its length. */
export function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.byteLength);
  return Buffer.concat([prefix, message]);
}
