import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import { withArticle } from "../../../base/text/value-text.js";
import { decodeResponse, requireSendable } from "../message-bytes.js";
import type { FetchSettings } from "./fetch-settings.js";
import { compress, decompress } from "./gzip.js";

/** Messages as they go over the wire: in the format of the session, packed or not. */
export class WebCodec {
  readonly #settings: FetchSettings;

  constructor(settings: FetchSettings) {
    this.#settings = settings;
  }

  /** Name of the format in content types. */
  get name(): "json" | "proto" {
    return this.#settings.format?.name ?? "proto";
  }

  /**
   * The bytes of a request.
   *
   * @throws A StatusError if they are more than the session sends.
   */
  encode({ method, message }: OutgoingCall): Uint8Array {
    const { format, maxSendBytes } = this.#settings;
    const bytes = format ? format.encode(method.request, message) : method.request.encode(message);
    return requireSendable(bytes, maxSendBytes);
  }

  /** Bytes and whether they are packed: what does not shrink is sent as it is. */
  async compress(bytes: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly isCompressed: boolean }> {
    if (!this.#settings.isCompressed || bytes.byteLength === 0) return { bytes, isCompressed: false };
    const packed = await compress(bytes);
    const isPacked = packed.byteLength < bytes.byteLength;
    return { bytes: isPacked ? packed : bytes, isCompressed: isPacked };
  }

  /**
   * The message of a response.
   *
   * @param encoding What the answer says of messages that are packed; undefined of one that is not.
   * @throws A StatusError if it is too long, or no such message.
   */
  async decode(call: OutgoingCall, bytes: Uint8Array, encoding?: string | null): Promise<unknown> {
    return this.#read(call, encoding === undefined ? bytes : await this.decompress(bytes, encoding));
  }

  /** @throws A StatusError if the bytes are not packed in the way that was asked for. */
  async decompress(bytes: Uint8Array, encoding: string | null): Promise<Uint8Array> {
    if (encoding === "gzip" && this.#settings.isCompressed)
      return decompress(bytes, this.#settings.maxReceiveBytes);
    const text = encoding === null ? "names no compression" : "has a compression that was not offered";
    throw localFailure("INTERNAL", `the server sent a compressed response but its header ${text}`);
  }

  #read(call: OutgoingCall, bytes: Uint8Array): unknown {
    const { format } = this.#settings;
    if (!format) return decodeResponse(call, bytes);
    const { response } = call.method;
    try {
      return format.decode(response, bytes);
    } catch {
      const text = `the response is not ${withArticle(response.typeName)} in JSON (${bytes.byteLength} bytes)`;
      throw localFailure("INTERNAL", text);
    }
  }
}
