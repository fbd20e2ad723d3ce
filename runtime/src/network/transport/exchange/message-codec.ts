import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { StatusError } from "../../../calls/error/status-error.js";
import {
  decodeResponse,
  decompressionFailure,
  messageLength,
  requireSendable,
  tooLongToReceive,
} from "../message-bytes.js";
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
  // In parts, which are not copied: nothing changes a message after the call has begun.
  const parts = method.request.wire.encodeParts?.(message) ?? method.request.encode(message);
  requireSendable(parts, maxSendBytes);
  if (!isCompressed || messageLength(parts) === 0) return encodeMessageFrame(parts, false);
  const bytes = parts instanceof Uint8Array ? parts : Buffer.concat(parts);
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
