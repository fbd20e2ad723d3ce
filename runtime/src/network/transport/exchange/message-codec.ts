import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { StatusError } from "../../../calls/error/status-error.js";
import { decodeResponse, decompressionFailure, requireSendable, tooLongToReceive } from "../message-bytes.js";
import type { TransportSettings } from "../transport-settings.js";
import { type MessageFrame, encodeMessageFrame, type EncodedFrame } from "./message-frame.js";
import { compress, decompress, type Decompressed } from "./gzip.js";

/**
 * Encodes a request as a frame; asynchronously if it is large and compressed.
 *
 * @throws A StatusError if it exceeds `maxSendBytes`.
 */
export function encodeFrame(
  { method }: OutgoingCall,
  message: unknown,
  { maxSendBytes, isCompressed }: TransportSettings,
): EncodedFrame | Promise<EncodedFrame> {
  const bytes = requireSendable(method.request.encode(message), maxSendBytes);
  if (!isCompressed || bytes.byteLength === 0) return encodeMessageFrame(bytes, false);
  const packed = compress(bytes);
  return packed instanceof Promise
    ? packed.then((done) => chooseShorter(bytes, done))
    : chooseShorter(bytes, packed);
}

/** Returns the shorter one of the bytes and the compressed bytes. The flag in the prefix differs. */
function chooseShorter(bytes: Uint8Array, packed: Uint8Array): EncodedFrame {
  return packed.byteLength < bytes.byteLength
    ? encodeMessageFrame(packed, true)
    : encodeMessageFrame(bytes, false);
}

/**
 * Decodes a response from its frame; asynchronously if it is large and compressed.
 *
 * @throws A StatusError if it exceeds the limit, or is not a message of this type.
 */
export function decodeFrame(
  call: OutgoingCall,
  { isCompressed, bytes }: MessageFrame,
  maxBytes: number,
): unknown {
  if (!isCompressed) return decodeResponse(call, bytes);
  try {
    const unpacked = decompress(bytes, maxBytes);
    if (!(unpacked instanceof Promise)) return decodeDecompressed(call, unpacked, maxBytes);
    return unpacked.then(
      (done) => decodeDecompressed(call, done, maxBytes),
      (error: unknown) => {
        throw decompressionFailure(error);
      },
    );
  } catch (error) {
    throw error instanceof StatusError ? error : decompressionFailure(error);
  }
}

function decodeDecompressed(call: OutgoingCall, unpacked: Decompressed, maxBytes: number): unknown {
  if (!unpacked) throw tooLongToReceive(undefined, maxBytes);
  return decodeResponse(call, unpacked);
}
