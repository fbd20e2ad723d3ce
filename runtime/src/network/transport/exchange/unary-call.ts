import type { IncomingHttpHeaders } from "node:http2";
import type { OutgoingCall, IncomingResponse } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import { statusFailure } from "./exchange-failure.js";
import type { Exchange, ExchangeListener } from "./exchange.js";
import type { MessageFrame, EncodedFrame } from "./message-frame.js";
import { decodeFrame } from "./message-codec.js";
import { toMetadata } from "./received-metadata.js";
import { statusNumber } from "../status.js";

/** A call with one request and one response. Its reply is a promise. */
export class UnaryCall implements ExchangeListener {
  readonly reply: Promise<IncomingResponse>;
  readonly #call: OutgoingCall;
  readonly #maxBytes: number;
  #exchange!: Exchange;
  #frame: MessageFrame | undefined;
  #resolve!: (reply: IncomingResponse | Promise<IncomingResponse>) => void;
  #reject!: (error: unknown) => void;

  constructor(call: OutgoingCall, maxBytes: number) {
    this.#call = call;
    this.#maxBytes = maxBytes;
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Sends the request. */
  start(exchange: Exchange, request: EncodedFrame): void {
    this.#exchange = exchange;
    exchange.endRequests(request);
  }

  onBegin(): void {
    // The header is converted when the reply is asked for it.
  }

  onFrame(frame: MessageFrame): void {
    if (!this.#frame) this.#frame = frame;
    else this.#exchange.cancel(localFailure("UNIMPLEMENTED", "the server sent more than one response"));
  }

  onEnd(failure: { readonly error: unknown } | undefined): void {
    if (failure) return this.#reject(failure.error);
    const { header, trailer } = this.#exchange;
    if (!this.#frame) return this.#reject(noResponse(this.#exchange));
    try {
      const message = decodeFrame(this.#call, this.#frame, this.#maxBytes);
      if (!(message instanceof Promise)) return this.#resolve(new UnaryReply(message, header, trailer));
      this.#resolve(message.then((done: unknown) => new UnaryReply(done, header, trailer)));
    } catch (error) {
      this.#reject(error);
    }
  }
}

/** Returns the failure of a call whose status is OK and whose response is missing. */
export function noResponse(exchange: Exchange): Error {
  return statusFailure(
    { code: statusNumber("UNIMPLEMENTED"), text: "the server sent no response" },
    exchange,
  );
}

/** The reply of a call with one response. Metadata is converted on first use. */
export class UnaryReply implements IncomingResponse {
  readonly message: unknown;
  readonly messages = undefined;
  readonly #rawHeader: IncomingHttpHeaders | undefined;
  readonly #rawTrailer: IncomingHttpHeaders | undefined;
  #header: Metadata | undefined;
  #trailer: Metadata | undefined;

  constructor(
    message: unknown,
    header: IncomingHttpHeaders | undefined,
    trailer: IncomingHttpHeaders | undefined,
  ) {
    this.message = message;
    this.#rawHeader = header;
    this.#rawTrailer = trailer;
  }

  get header(): Metadata {
    return (this.#header ??= toMetadata(this.#rawHeader));
  }

  get trailer(): Metadata {
    return (this.#trailer ??= toMetadata(this.#rawTrailer));
  }
}
