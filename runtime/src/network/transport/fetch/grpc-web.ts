import type { IncomingResponse, OutgoingCall } from "../../../calls/chain/interceptor.js";
import { Metadata } from "../../../calls/rpc/metadata.js";
import { localFailure } from "../../../calls/error/status-error.js";
import { httpErrorStatus, noStatus, type Status, parseStatus } from "../status.js";
import { timeoutHeader } from "../timeout-header.js";
import { AnswerBody } from "./body.js";
import { compressed, enveloped, EnvelopeReader } from "./envelope.js";
import type { FetchAnswer } from "./fetch-function.js";
import type { FetchSettings } from "./fetch-settings.js";
import type { ActiveFetch } from "./active-fetch.js";
import { type MessageSource, onlyMessage, openStream, statusFailure } from "./message-source.js";
import { WebCodec } from "./web-codec.js";
import { type Header, metadataHeaders, receivedHeaders, receivedTrailers } from "./web-metadata.js";
import { callUrl, type Protocol, type WebRequest } from "./web-protocol.js";

/** The flag of the frame with the trailers (gRPC, PROTOCOL-WEB.md, "Protocol differences vs gRPC over HTTP2"). */
const trailers = 0x80;

const contentType = "application/grpc-web+proto";

/** gRPC-web in its binary form: the messages of gRPC, and the trailers as the last frame. */
export class GrpcWeb implements Protocol {
  readonly #settings: FetchSettings;
  readonly #codec: WebCodec;

  constructor(settings: FetchSettings) {
    this.#settings = settings;
    this.#codec = new WebCodec(settings);
  }

  async request(call: OutgoingCall, leftMs: number): Promise<WebRequest> {
    const headers: Header[] = [
      ["content-type", contentType],
      ["accept", contentType],
      ["x-grpc-web", "1"],
      ["x-user-agent", this.#settings.userAgent],
    ];
    if (leftMs !== Infinity) headers.push(["grpc-timeout", timeoutHeader(leftMs)]);
    // CORS rules of proxies allow few headers: these two are sent only if the program wants compression.
    if (this.#settings.isCompressed)
      headers.push(["grpc-encoding", "gzip"], ["grpc-accept-encoding", "gzip"]);
    headers.push(...metadataHeaders(call));
    const { bytes, isCompressed: isPacked } = await this.#codec.compress(this.#codec.encode(call));
    return { url: callUrl(call), method: "POST", headers, body: enveloped(bytes, isPacked ? compressed : 0) };
  }

  async read(call: OutgoingCall, answer: FetchAnswer, live: ActiveFetch): Promise<IncomingResponse> {
    const { header } = receivedHeaders(answer.headers);
    const type = answer.headers.get("content-type") ?? "";
    if (answer.status !== 200 || !/^application\/grpc-web(?:\+proto)?\s*(?:$|;)/i.test(type)) {
      const status = httpErrorStatus(answer.status, type, "gRPC-web");
      throw statusFailure(status, { header, trailer: Metadata.empty });
    }
    const reader = new EnvelopeReader(new AnswerBody(answer, live), this.#settings.maxReceiveBytes);
    const encoding = answer.headers.get("grpc-encoding");
    const source = new GrpcWebSource({
      call,
      reader,
      header,
      encoding,
      codec: this.#codec,
      headerStatus: parseStatus(answer.headers.get("grpc-status"), answer.headers.get("grpc-message")),
    });
    return call.method.kind === "unary" ? onlyMessage(source) : openStream(source, live);
  }
}

/** The dependencies of a {@link GrpcWebSource}. */
interface SourceParts {
  readonly call: OutgoingCall;
  readonly reader: EnvelopeReader;
  readonly header: Metadata;
  readonly encoding: string | null;
  readonly codec: WebCodec;
  /** The status in the headers. It counts if no message and no other status follows. */
  readonly headerStatus: Status | undefined;
}

class GrpcWebSource implements MessageSource {
  trailer: Metadata = Metadata.empty;
  readonly #parts: SourceParts;
  #isOver = false;
  #hasMessage = false;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  get header(): Metadata {
    return this.#parts.header;
  }

  async next(): Promise<{ readonly message: unknown } | undefined> {
    if (this.#isOver) return undefined;
    const { call, codec, encoding, reader } = this.#parts;
    const envelope = await reader.next();
    if (!envelope) return this.#end(undefined, []);
    const { bytes, flags } = envelope;
    const packing = flags & compressed ? encoding : undefined;
    if (flags & trailers) {
      const pairs = readTrailers(packing === undefined ? bytes : await codec.decompress(bytes, packing));
      if (await reader.hasMore()) throw localFailure("INTERNAL", "the server sent more after the trailers");
      const of = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
      return this.#end(parseStatus(of("grpc-status"), of("grpc-message")), pairs);
    }
    this.#hasMessage = true;
    return { message: await codec.decode(call, bytes, packing) };
  }

  /**
   * Handles the end of the response. If it has no message, its status may be in its headers (gRPC, "Trailers-Only"), and
   * some servers then send an empty frame of trailers as well.
   *
   * @param own The status in the frame of trailers.
   */
  #end(own: Status | undefined, pairs: readonly Header[]): undefined {
    this.#isOver = true;
    const { header, headerStatus } = this.#parts;
    this.trailer = receivedTrailers(pairs);
    const inHeaders = this.#hasMessage ? undefined : headerStatus;
    // A failure in the headers is not undone by an OK that a proxy writes into its own frame.
    if (own && (own.code !== 0 || !inHeaders)) return settle(own, header, this.trailer);
    if (inHeaders) return settle(inHeaders, Metadata.empty, Metadata.received([...header, ...this.trailer]));
    throw statusFailure(noStatus, { header, trailer: this.trailer }, "connection");
  }
}

/** @throws A StatusError unless the status is OK. */
function settle(status: Status, header: Metadata, trailer: Metadata): undefined {
  if (status.code !== 0) throw statusFailure(status, { header, trailer });
  return undefined;
}

/** Parses trailers in the form of HTTP/1.1 headers. */
function readTrailers(bytes: Uint8Array): Header[] {
  return new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .flatMap((line): Header[] => {
      const colon = line.indexOf(":");
      return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
    });
}
