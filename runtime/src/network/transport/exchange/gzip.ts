import { nodeErrorCode } from "../../../base/text/value-text.js";

/** Loaded when needed: the import takes a twentieth of a program's first call. */
const zlib = () => process.getBuiltinModule("node:zlib");
const util = () => process.getBuiltinModule("node:util");

/** Up to this size in bytes, compressing here is faster than in another thread. */
const smallBytes = 16 * 1024;

/** Compresses bytes with gzip, synchronously if they are few. */
export function compress(bytes: Uint8Array): Buffer | Promise<Buffer> {
  if (bytes.byteLength <= smallBytes) return zlib().gzipSync(bytes);
  return util().promisify(zlib().gzip)(bytes);
}

/**
 * Decompresses bytes, synchronously if they are few. Returns undefined, and stops, when the result exceeds the limit.
 *
 * @throws An Error if the bytes are not gzip.
 */
export function decompress(bytes: Uint8Array, maxBytes: number): Decompressed | Promise<Decompressed> {
  const options = { maxOutputLength: maxBytes };
  // The result may be a thousand times as large.
  if (bytes.byteLength <= smallBytes / 16) {
    try {
      return zlib().gunzipSync(bytes, options);
    } catch (error) {
      return tooLongOr(error);
    }
  }
  return util().promisify(zlib().gunzip)(bytes, options).catch(tooLongOr);
}

/** The decompressed bytes; undefined if they exceed the limit. */
export type Decompressed = Uint8Array | undefined;

function tooLongOr(error: unknown): undefined {
  if (nodeErrorCode(error) === "ERR_BUFFER_TOO_LARGE") return undefined;
  throw error;
}
