import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { StatusError } from "../../../calls/error/status-error.js";
import { decodeResponse, decompressionFailure, requireSendable, tooLongToReceive } from "../message-bytes.js";
import type { TransportSettings } from "../transport-settings.js";
import { type MessageFrame, encodeMessageFrame, type EncodedFrame } from "./message-frame.js";
import { compress, decompress, type Decompressed } from "./gzip.js";

/**
 * A request in its frame; a promise of it where packing takes its time.
 *
 * @throws A StatusError if it is longer than the session sends.
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

/** Bytes that do not shrink are sent as they are; the flag of a message says which it is. */
function chooseShorter(bytes: Uint8Array, packed: Uint8Array): EncodedFrame {
  return packed.byteLength < bytes.byteLength
    ? encodeMessageFrame(packed, true)
    : encodeMessageFrame(bytes, false);
}

/**
 * A response from its frame; a promise of it where unpacking takes its time.
 *
 * @throws A StatusError if it is too long, or no such message.
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
