import type { OutgoingCall } from "../../call/interceptor.js";
import { StatusFailure } from "../../error/status-failure.js";
import { Metadata } from "../../rpc/metadata.js";
import { messageOf, withArticle } from "../../text/value-text.js";
import type { TransportSettings } from "../transport-settings.js";
import { framed, type Frame } from "./frame.js";
import { pack, unpack, type Unpacked } from "./gzip.js";
import { numberOf } from "./status.js";

/**
 * A request in its frame; a promise of it where packing takes its time.
 *
 * @throws A StatusFailure where it is longer than the session sends.
 */
export function encodeFrame(
  { method }: OutgoingCall,
  message: unknown,
  { maxSendBytes, isCompressed }: TransportSettings,
): Buffer | Promise<Buffer> {
  const bytes = method.request.encode(message);
  if (bytes.byteLength > maxSendBytes) throw tooLongToSend(bytes.byteLength, maxSendBytes);
  if (!isCompressed || bytes.byteLength === 0) return framed(bytes, false);
  const packed = pack(bytes);
  return packed instanceof Promise ? packed.then((done) => shorter(bytes, done)) : shorter(bytes, packed);
}

/** What does not shrink is sent as it is; the flag of a message says which it is. */
function shorter(bytes: Uint8Array, packed: Uint8Array): Buffer {
  return packed.byteLength < bytes.byteLength ? framed(packed, true) : framed(bytes, false);
}

/**
 * A response from its frame; a promise of it where unpacking takes its time.
 *
 * @throws A StatusFailure where it is too long, or no such message.
 */
export function decodeFrame(call: OutgoingCall, { isCompressed, bytes }: Frame, mostBytes: number): unknown {
  if (!isCompressed) return decode(call, bytes);
  try {
    const unpacked = unpack(bytes, mostBytes);
    if (!(unpacked instanceof Promise)) return decodeUnpacked(call, unpacked, mostBytes);
    return unpacked.then(
      (done) => decodeUnpacked(call, done, mostBytes),
      (error: unknown) => {
        throw noGzip(error);
      },
    );
  } catch (error) {
    throw error instanceof StatusFailure ? error : noGzip(error);
  }
}

/** The failure of a response that is longer than the session accepts. */
export function tooLongToReceive(byteLength: number | undefined, mostBytes: number): StatusFailure {
  const length =
    byteLength === undefined ? `more than ${mostBytes} bytes unpacked` : `${byteLength} vs ${mostBytes}`;
  const text = `Received message larger than max (${length}); the session's option maxReceiveBytes raises the limit`;
  return localFailure("RESOURCE_EXHAUSTED", text);
}

/** A failure that the client itself finds while the call is under way. */
export function localFailure(code: Parameters<typeof numberOf>[0], text: string): StatusFailure {
  return new StatusFailure(numberOf(code), text, Metadata.empty, Metadata.empty, "connection");
}

function tooLongToSend(byteLength: number, mostBytes: number): StatusFailure {
  const text = `Attempted to send message with a size larger than max (${byteLength} vs ${mostBytes}); the session's option maxSendBytes raises the limit`;
  return new StatusFailure(numberOf("RESOURCE_EXHAUSTED"), text, Metadata.empty, Metadata.empty, "unsent");
}

function noGzip(error: unknown): StatusFailure {
  return localFailure("INTERNAL", `the response cannot be unpacked: ${messageOf(error)}`);
}

function decodeUnpacked(call: OutgoingCall, unpacked: Unpacked, mostBytes: number): unknown {
  if (!unpacked) throw tooLongToReceive(undefined, mostBytes);
  return decode(call, unpacked);
}

function decode({ method }: OutgoingCall, bytes: Uint8Array): unknown {
  try {
    return method.response.decode(bytes);
  } catch {
    const { typeName } = method.response;
    throw localFailure(
      "INTERNAL",
      `the response is not ${withArticle(typeName)} (${bytes.byteLength} bytes)`,
    );
  }
}
