import { localFailure, type StatusError } from "../../../calls/error/status-error.js";
import { tooLongToReceive } from "../message-bytes.js";
import { type AnswerBody, joined } from "./body.js";

/**
 * A message in a stream, with the flags of its prefix (gRPC's "Length-Prefixed-Message", Connect's
 * "Enveloped-Message").
 */
export interface Envelope {
  readonly flags: number;
  readonly bytes: Uint8Array;
}

/** The flag of a compressed message. */
export const compressed = 1;

const prefixLength = 5;

/** Puts the prefix before a message. */
export function enveloped(bytes: Uint8Array, flags: number): Uint8Array<ArrayBuffer> {
  const envelope = new Uint8Array(prefixLength + bytes.byteLength);
  envelope[0] = flags;
  new DataView(envelope.buffer).setUint32(1, bytes.byteLength);
  envelope.set(bytes, prefixLength);
  return envelope;
}

/** Splits a body into messages. */
export class EnvelopeReader {
  readonly #body: AnswerBody;
  readonly #maxBytes: number;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(body: AnswerBody, maxBytes: number) {
    this.#body = body;
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the next message; undefined at the end.
   *
   * @throws A StatusError if it is longer than the limit, or the body ends inside it.
   */
  async next(): Promise<Envelope | undefined> {
    const prefix = await this.#take(prefixLength);
    if (!prefix) return undefined;
    const [flags = 0] = prefix;
    const length = new DataView(prefix.buffer, prefix.byteOffset).getUint32(1);
    if (length > this.#maxBytes) throw tooLongToReceive(length, this.#maxBytes);
    const bytes = length === 0 ? new Uint8Array(0) : await this.#take(length);
    if (!bytes) throw cutOff();
    return { flags, bytes };
  }

  /**
   * Returns whether more bytes follow. Waits for the end of the body, as gRPC over HTTP/2 waits for the end of the stream,
   * but a failure to read it counts as the end, because the response is complete.
   */
  async hasMore(): Promise<boolean> {
    if (this.#rest.byteLength > 0) return true;
    try {
      for (let part = await this.#body.read(); part; part = await this.#body.read()) {
        if (part.byteLength > 0) return true;
      }
    } catch {
      // The status of the call is known.
    }
    return false;
  }

  /** Reads `length` bytes; undefined if the body has ended before the first of them. */
  async #take(length: number): Promise<Uint8Array | undefined> {
    const parts = [this.#rest];
    let have = this.#rest.byteLength;
    while (have < length) {
      const part = await this.#body.read();
      if (!part) {
        if (have > 0) throw cutOff();
        return undefined;
      }
      parts.push(part);
      have += part.byteLength;
    }
    const whole = joined(parts, have);
    this.#rest = whole.subarray(length);
    return whole.subarray(0, length);
  }
}

/** Returns the failure of an incomplete response. Some platforms report a body that HTTP/2 has reset as complete. */
export function cutOff(): StatusError {
  const text = "the answer ended inside a message, as if the connection was lost on the way";
  return localFailure("INTERNAL", text, "connection", "STREAM_RESET");
}
