import { codeOf } from "../../text/value-text.js";

/** Loaded when something is packed: it is a twentieth of what a program's first call costs. */
const zlib = () => process.getBuiltinModule("node:zlib");

/** Up to this size packing is quicker than handing it to another thread. */
const smallBytes = 16 * 1024;

/** Bytes packed with gzip: at once where they are few. */
export function pack(bytes: Uint8Array): Buffer | Promise<Buffer> {
  if (bytes.byteLength <= smallBytes) return zlib().gzipSync(bytes);
  return new Promise((resolve, reject) => {
    zlib().gzip(bytes, (error, packed) => (error ? reject(error) : resolve(packed)));
  });
}

/**
 * Bytes unpacked: at once where they are few. Gives undefined where they are more
 * than the limit, without unpacking more than that.
 *
 * @throws An Error where the bytes are no gzip.
 */
export function unpack(bytes: Uint8Array, mostBytes: number): Unpacked | Promise<Unpacked> {
  const options = { maxOutputLength: mostBytes };
  // What is packed small may be large: a thousand times as much.
  if (bytes.byteLength <= smallBytes / 16) {
    try {
      return zlib().gunzipSync(bytes, options);
    } catch (error) {
      return tooLongOr(error);
    }
  }
  return new Promise((resolve, reject) => {
    zlib().gunzip(bytes, options, (error, unpacked) => {
      if (!error) return resolve(unpacked);
      try {
        resolve(tooLongOr(error));
      } catch (reason) {
        reject(reason);
      }
    });
  });
}

/** What was packed; undefined where it is too long. */
export type Unpacked = Uint8Array | undefined;

function tooLongOr(error: unknown): undefined {
  if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") return undefined;
  throw error;
}
