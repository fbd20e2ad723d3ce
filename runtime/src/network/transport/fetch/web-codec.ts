import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import { withArticle } from "../../../base/text/value-text.js";
import { decodeResponse, requireSendable } from "../message-bytes.js";
import type { FetchSettings } from "./fetch-settings.js";
import { compress, decompress } from "./gzip.js";

/** Encodes and decodes messages in the format of the session, compressed or not. */
export class WebCodec {
  readonly #settings: FetchSettings;

  constructor(settings: FetchSettings) {
    this.#settings = settings;
  }

  /** The name of the format in content types. */
  get name(): "json" | "proto" {
    return this.#settings.format?.name ?? "proto";
  }

  /**
   * Encodes a request.
   *
   * @throws A StatusError if it exceeds `maxSendBytes`.
   */
  encode({ method, message }: OutgoingCall): Uint8Array {
    const { format, maxSendBytes } = this.#settings;
    const bytes = format ? format.encode(method.request, message) : method.request.encode(message);
    return requireSendable(bytes, maxSendBytes);
  }

  /** Compresses bytes if the program asked for it, however few they are. */
  async compress(bytes: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly isCompressed: boolean }> {
    const { isCompressed } = this.#settings;
    return { bytes: isCompressed ? await compress(bytes) : bytes, isCompressed };
  }

  /**
   * Decodes a response.
   *
   * @param encoding The encoding of compressed messages in the headers; undefined if this one is not compressed.
   * @throws A StatusError if it exceeds the limit, or is not a message of this type.
   */
  async decode(call: OutgoingCall, bytes: Uint8Array, encoding?: string | null): Promise<unknown> {
    return this.#read(call, encoding === undefined ? bytes : await this.decompress(bytes, encoding));
  }

  /** Decompresses bytes. Throws a StatusError if the encoding was not offered. */
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
