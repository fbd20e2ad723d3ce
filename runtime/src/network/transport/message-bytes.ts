import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import { localFailure, type StatusError } from "../../calls/error/status-error.js";
import { errorText, withArticle } from "../../base/text/value-text.js";

/** Returns the failure of a response that exceeds `maxReceiveBytes`. */
export function tooLongToReceive(byteLength: number | undefined, maxBytes: number): StatusError {
  const length =
    byteLength === undefined ? `more than ${maxBytes} bytes unpacked` : `${byteLength} vs ${maxBytes}`;
  const text = `Received message larger than max (${length}); the session's option maxReceiveBytes raises the limit`;
  return localFailure("RESOURCE_EXHAUSTED", text);
}

/** An encoded message. A large one may have parts. */
export type MessageBytes = Uint8Array | readonly Uint8Array[];

/** Returns the length of an encoded message in bytes. */
export function messageLength(message: MessageBytes): number {
  if (message instanceof Uint8Array) return message.byteLength;
  return message.reduce((sum, part) => sum + part.byteLength, 0);
}

/**
 * Returns the bytes of a request.
 *
 * @throws A StatusError if they exceed `maxSendBytes`.
 */
export function requireSendable<T extends MessageBytes>(message: T, maxBytes: number): T {
  const byteLength = messageLength(message);
  if (byteLength <= maxBytes) return message;
  const sizes = `${byteLength} vs ${maxBytes}`;
  const text = `Attempted to send message with a size larger than max (${sizes}); the session's option maxSendBytes raises the limit`;
  throw localFailure("RESOURCE_EXHAUSTED", text, "unsent");
}

/** Returns the failure of a response whose header announces gzip and whose bytes are not. */
export function decompressionFailure(error: unknown): StatusError {
  return localFailure("INTERNAL", `the response cannot be unpacked: ${errorText(error)}`);
}

/**
 * Decodes the message of a response.
 *
 * @throws A StatusError if the bytes are not a message of this type.
 */
export function decodeResponse({ method }: OutgoingCall, bytes: Uint8Array): unknown {
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
