import type { IncomingResponse, OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import { base64 } from "../../../messages/json/base64.js";
import { Metadata } from "../../../calls/rpc/metadata.js";
import { isRecord } from "../../../messages/table/field-access.js";
import { httpErrorStatus, noStatus } from "../status.js";
import { AnswerBody } from "./body.js";
import { connectFailure, parseJson } from "./connect-error.js";
import { compressed, cutOff, type Envelope, enveloped, EnvelopeReader } from "./envelope.js";
import type { FetchAnswer } from "./fetch-function.js";
import type { FetchSettings } from "./fetch-settings.js";
import { mayUseGet } from "./get-methods.js";
import type { ActiveFetch } from "./active-fetch.js";
import { type MessageSource, onlyMessage, openStream, statusFailure } from "./message-source.js";
import { WebCodec } from "./web-codec.js";
import { type Header, metadataHeaders, receivedHeaders, receivedTrailers } from "./web-metadata.js";
import { callUrl, type Protocol, type WebRequest } from "./web-protocol.js";

/** The flag of the envelope that ends a stream (Connect protocol, "Streaming-Response"). */
const endOfStream = 2;

/** The prefix of trailers among the headers of a unary response. */
const trailerPrefix = "trailer-";

/**
 * Asks for a body whose length is known. Platforms take a coded body that was cut off for a whole one if an HTTP/2 stream
 * is reset by NO_ERROR or CANCEL, and a unary response has no other end. In browsers, which notice it, the header is ignored
 * (Fetch, "forbidden request-header").
 */
const uncoded: Header = ["accept-encoding", "identity"];

/** The maximum length of a URL for GET, in characters, which every proxy accepts. */
const maxUrlLength = 4_096;

/** The Connect protocol: a unary call is a plain HTTP request, a stream has envelopes. */
export class Connect implements Protocol {
  readonly #settings: FetchSettings;
  readonly #codec: WebCodec;

  constructor(settings: FetchSettings) {
    this.#settings = settings;
    this.#codec = new WebCodec(settings);
  }

  async request(call: OutgoingCall, leftMs: number): Promise<WebRequest> {
    const isUnary = call.method.kind === "unary";
    const { bytes, isCompressed: isPacked } = await this.#codec.compress(this.#codec.encode(call));
    const url = callUrl(call);
    const shared: Header[] = [...timeout(leftMs), ...metadataHeaders(call)];
    if (isUnary && !this.#settings.isCompressed) shared.unshift(uncoded);
    if (isUnary && this.#settings.usesGet && mayUseGet(call.method)) {
      const long = `${url}?${this.#query(bytes, isPacked)}`;
      if (long.length <= maxUrlLength) return { url: long, method: "GET", headers: shared, body: undefined };
    }
    const { name } = this.#codec;
    const headers: Header[] = [["connect-protocol-version", "1"], ...shared];
    if (isUnary) {
      headers.unshift(["content-type", `application/${name}`]);
      if (isPacked) headers.push(["content-encoding", "gzip"]);
      return { url, method: "POST", headers, body: bytes };
    }
    headers.unshift(["content-type", `application/connect+${name}`]);
    if (this.#settings.isCompressed) {
      headers.push(["connect-content-encoding", "gzip"], ["connect-accept-encoding", "gzip"]);
    }
    return { url, method: "POST", headers, body: enveloped(bytes, isPacked ? compressed : 0) };
  }

  async read(call: OutgoingCall, answer: FetchAnswer, live: ActiveFetch): Promise<IncomingResponse> {
    const body = new AnswerBody(answer, live);
    if (call.method.kind === "unary") return this.#readUnary(call, answer, body);
    const { header } = receivedHeaders(answer.headers);
    const type = contentType(answer);
    if (answer.status !== 200 || type !== `application/connect+${this.#codec.name}`) {
      throw statusFailure(this.#foreign(answer, "application/connect+"), { header, trailer: Metadata.empty });
    }
    const reader = new EnvelopeReader(body, this.#settings.maxReceiveBytes);
    const encoding = answer.headers.get("connect-content-encoding");
    const source = new ConnectSource({ call, reader, header, encoding, codec: this.#codec });
    return call.method.kind === "serverStreaming" ? openStream(source, live) : onlyMessage(source);
  }

  async #readUnary(call: OutgoingCall, answer: FetchAnswer, body: AnswerBody): Promise<IncomingResponse> {
    const received = receivedHeaders(answer.headers, trailerPrefix);
    const type = contentType(answer);
    if (answer.status !== 200) {
      const foreign = httpErrorStatus(answer.status, type, "Connect");
      const bytes = type === "application/json" ? await body.readAll(maxErrorBytes) : undefined;
      throw (
        (bytes && connectFailure(parseJson(bytes), foreign.code, received)) ??
        statusFailure(foreign, received)
      );
    }
    if (type !== `application/${this.#codec.name}`) {
      throw statusFailure(this.#foreign(answer, "application/"), received);
    }
    // Fetch has already decompressed the codings that it knows.
    const encoding = answer.headers.get("content-encoding") ?? "";
    if (!encoding.split(",").every((coding) => unpackedByFetch.test(coding.trim()))) {
      throw localFailure(
        "INTERNAL",
        `the response has the content-encoding "${encoding}", which nobody asked for`,
      );
    }
    const bytes = await body.readAll(this.#settings.maxReceiveBytes);
    const length = answer.headers.get("content-length");
    if (encoding === "" && length !== null && Number(length) !== bytes.byteLength) throw cutOff();
    return { message: await this.#codec.decode(call, bytes), messages: undefined, ...received };
  }

  /** Returns the status of an unexpected response: in another format of Connect, or not Connect at all. */
  #foreign(answer: FetchAnswer, prefix: string): ReturnType<typeof httpErrorStatus> {
    const type = contentType(answer);
    const status = httpErrorStatus(answer.status, type, "Connect");
    const isFormat = answer.status === 200 && [`${prefix}proto`, `${prefix}json`].includes(type);
    return isFormat ? { code: 13, text: `the response is ${type}, which was not asked for` } : status;
  }

  /** The parameters in the order that the protocol recommends, so that caches find equal requests. */
  #query(message: Uint8Array, isPacked: boolean): string {
    const isText = this.#settings.format !== undefined && !isPacked;
    const query = new URLSearchParams({ connect: "v1" });
    if (!isText) query.set("base64", "1");
    if (isPacked) query.set("compression", "gzip");
    query.set("encoding", this.#codec.name);
    query.set("message", isText ? new TextDecoder().decode(message) : urlSafe(base64(message)));
    return query.toString();
  }
}

/** The content codings that platforms decompress. They leave others unchanged (Fetch, "handle content codings"). */
const unpackedByFetch = /^(?:|identity|(?:x-)?gzip|deflate|br|zstd|dcb|dcz)$/i;

/** The maximum size of an error in JSON, in bytes. Usual ones have a few kilobytes. */
const maxErrorBytes = 1024 * 1024;

function contentType({ headers }: FetchAnswer): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** Formats `connect-timeout-ms`: never less than the time that is left, at most ten digits. */
function timeout(leftMs: number): Header[] {
  return leftMs === Infinity
    ? []
    : [["connect-timeout-ms", String(Math.min(Math.ceil(leftMs), 9_999_999_999))]];
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The dependencies of a {@link ConnectSource}. */
interface SourceParts {
  readonly call: OutgoingCall;
  readonly reader: EnvelopeReader;
  readonly header: Metadata;
  readonly encoding: string | null;
  readonly codec: WebCodec;
}

class ConnectSource implements MessageSource {
  trailer: Metadata = Metadata.empty;
  readonly #parts: SourceParts;
  #isOver = false;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  get header(): Metadata {
    return this.#parts.header;
  }

  async next(): Promise<{ readonly message: unknown } | undefined> {
    if (this.#isOver) return undefined;
    const { call, codec, encoding, header, reader } = this.#parts;
    const envelope = await reader.next();
    if (!envelope) throw statusFailure(noStatus, { header, trailer: Metadata.empty }, "connection");
    const packing = envelope.flags & compressed ? encoding : undefined;
    if (envelope.flags & endOfStream) return this.#end(envelope, packing);
    return { message: await codec.decode(call, envelope.bytes, packing) };
  }

  async #end({ bytes }: Envelope, packing: string | null | undefined): Promise<undefined> {
    this.#isOver = true;
    const { codec, header, reader } = this.#parts;
    const end = parseJson(packing === undefined ? bytes : await codec.decompress(bytes, packing));
    if (!isRecord(end)) throw localFailure("INTERNAL", "the end of the stream is not JSON");
    this.trailer = receivedTrailers(readMetadata(end["metadata"]));
    const { trailer } = this;
    if (end["error"] !== undefined && end["error"] !== null) {
      throw (
        connectFailure(end["error"], 2, { header, trailer }) ?? localFailure("UNKNOWN", "the stream failed")
      );
    }
    if (await reader.next())
      throw localFailure("INTERNAL", "the server sent more after the end of the stream");
  }
}

function readMetadata(json: unknown): [name: string, value: string][] {
  if (!isRecord(json)) return [];
  return Object.entries(json).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : []).map((value): [string, string] => [
      name.toLowerCase(),
      String(value),
    ]),
  );
}
