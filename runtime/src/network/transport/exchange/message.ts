import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { StatusError } from "../../../calls/error/status-error.js";
import { decodeResponse, noGzip, requireSendable, tooLongToReceive } from "../message-bytes.js";
import type { TransportSettings } from "../transport-settings.js";
import { type Frame, framed, type Framed } from "./frame.js";
import { pack, unpack, type Unpacked } from "./gzip.js";

/**
 * A request in its frame; a promise of it where packing takes its time.
 *
 * @throws A StatusError if it is longer than the session sends.
 */
export function encodeFrame(
  { method }: OutgoingCall,
  message: unknown,
  { maxSendBytes, isCompressed }: TransportSettings,
): Framed | Promise<Framed> {
  const bytes = requireSendable(method.request.encode(message), maxSendBytes);
  if (!isCompressed || bytes.byteLength === 0) return framed(bytes, false);
  const packed = pack(bytes);
  return packed instanceof Promise ? packed.then((done) => shorter(bytes, done)) : shorter(bytes, packed);
}

/** Bytes that do not shrink are sent as they are; the flag of a message says which it is. */
function shorter(bytes: Uint8Array, packed: Uint8Array): Framed {
  return packed.byteLength < bytes.byteLength ? framed(packed, true) : framed(bytes, false);
}

/**
 * A response from its frame; a promise of it where unpacking takes its time.
 *
 * @throws A StatusError if it is too long, or no such message.
 */
export function decodeFrame(call: OutgoingCall, { isCompressed, bytes }: Frame, maxBytes: number): unknown {
  if (!isCompressed) return decodeResponse(call, bytes);
  try {
    const unpacked = unpack(bytes, maxBytes);
    if (!(unpacked instanceof Promise)) return decodeUnpacked(call, unpacked, maxBytes);
    return unpacked.then(
      (done) => decodeUnpacked(call, done, maxBytes),
      (error: unknown) => {
        throw noGzip(error);
      },
    );
  } catch (error) {
    throw error instanceof StatusError ? error : noGzip(error);
  }
}

function decodeUnpacked(call: OutgoingCall, unpacked: Unpacked, maxBytes: number): unknown {
  if (!unpacked) throw tooLongToReceive(undefined, maxBytes);
  return decodeResponse(call, unpacked);
}
