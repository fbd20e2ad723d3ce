import { decompressionFailure, tooLongToReceive } from "../message-bytes.js";
import { joined } from "./body.js";

/** Whether the platform can compress: all browsers since 2023, Node, Deno and workers. */
export function canCompress(): boolean {
  return typeof CompressionStream === "function" && typeof DecompressionStream === "function";
}

/** Compresses bytes with gzip. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream("gzip"), Infinity);
}

/**
 * Decompresses bytes.
 *
 * @throws A StatusError if they are not gzip, or the result exceeds the limit, which stops the decompression.
 */
export function decompress(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream("gzip"), maxBytes);
}

async function through(
  bytes: Uint8Array,
  { readable, writable }: Pick<CompressionStream, "readable" | "writable">,
  maxBytes: number,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  // The reader reports the same failure.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw decompressionFailure(error);
    });
    if (done) return joined(parts, length);
    parts.push(value);
    length += value.byteLength;
    if (length <= maxBytes) continue;
    reader.cancel().catch(() => undefined);
    throw tooLongToReceive(undefined, maxBytes);
  }
}
