import { promisify } from "node:util";
import { nodeErrorCode } from "../../../base/text/value-text.js";

/** Loaded when something is packed: it is a twentieth of what a program's first call costs. */
const zlib = () => process.getBuiltinModule("node:zlib");

/** Up to this size packing is quicker than handing it to another thread. */
const smallBytes = 16 * 1024;

/** Bytes packed with gzip: at once where they are few. */
export function compress(bytes: Uint8Array): Buffer | Promise<Buffer> {
  if (bytes.byteLength <= smallBytes) return zlib().gzipSync(bytes);
  return promisify(zlib().gzip)(bytes);
}

/**
 * Bytes unpacked: at once where they are few. Gives undefined if they are more
 * than the limit, without unpacking more than that.
 *
 * @throws An Error if the bytes are not gzip.
 */
export function decompress(bytes: Uint8Array, maxBytes: number): Decompressed | Promise<Decompressed> {
  const options = { maxOutputLength: maxBytes };
  // What is packed small may be large: a thousand times as much.
  if (bytes.byteLength <= smallBytes / 16) {
    try {
      return zlib().gunzipSync(bytes, options);
    } catch (error) {
      return tooLongOr(error);
    }
  }
  return promisify(zlib().gunzip)(bytes, options).catch(tooLongOr);
}

/** The packed bytes; undefined if it is too long. */
export type Decompressed = Uint8Array | undefined;

function tooLongOr(error: unknown): undefined {
  if (nodeErrorCode(error) === "ERR_BUFFER_TOO_LARGE") return undefined;
  throw error;
}
