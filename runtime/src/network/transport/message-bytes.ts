import type { OutgoingCall } from "../../calls/chain/interceptor.js";
import { localFailure, type StatusError } from "../../calls/error/status-error.js";
import { errorText, withArticle } from "../../base/text/value-text.js";

/** The failure of a response that is longer than the session accepts. */
export function tooLongToReceive(byteLength: number | undefined, maxBytes: number): StatusError {
  const length =
    byteLength === undefined ? `more than ${maxBytes} bytes unpacked` : `${byteLength} vs ${maxBytes}`;
  return localFailure("RESOURCE_EXHAUSTED", `Received message larger than max (${length})`);
}

/**
 * The bytes of a request.
 *
 * @throws A StatusError if they are more than the session sends.
 */
export function requireSendable(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.byteLength <= maxBytes) return bytes;
  const text = `Attempted to send message with a size larger than max (${bytes.byteLength} vs ${maxBytes})`;
  throw localFailure("RESOURCE_EXHAUSTED", text, "unsent");
}

/** The failure of a response that is not gzip though it says so. */
export function noGzip(error: unknown): StatusError {
  return localFailure("INTERNAL", `the response cannot be unpacked: ${errorText(error)}`);
}

/**
 * The message of a response.
 *
 * @throws A StatusError if the bytes are not such a message.
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
