import type { OutgoingCall, IncomingResponse } from "../../../calls/chain/interceptor.js";
import { localFailure } from "../../../calls/error/status-error.js";
import type { Metadata } from "../../../calls/rpc/metadata.js";
import type { TransportSettings } from "../transport-settings.js";
import type { Exchange, ExchangeListener } from "./exchange.js";
import type { MessageFrame, EncodedFrame } from "./message-frame.js";
import { decodeFrame } from "./message-codec.js";
import { toMetadata } from "./received-metadata.js";
import { RequestSender } from "./request-sender.js";
import { noResponse, UnaryReply } from "./unary-call.js";

/** A reader that waits for the next response. */
interface Waiter {
  readonly resolve: (result: IteratorResult<unknown> | Promise<IteratorResult<unknown>>) => void;
  readonly reject: (error: unknown) => void;
}

/** The maximum number of unread bytes. Above it the client stops reading from the stream. */
const maxWaitingBytes = 64 * 1024;

/**
 * A call that streams requests, responses or both. The promise resolves when the headers of the response arrive. A failure
 * before that rejects, so that the call can be retried. Unread responses are buffered up to a limit; then flow control
 * stops the server.
 */
export class StreamCall implements IncomingResponse, AsyncIterableIterator<unknown>, ExchangeListener {
  readonly message = undefined;
  readonly messages: AsyncIterable<unknown> = this;
  readonly #call: OutgoingCall;
  readonly #settings: TransportSettings;
  #exchange!: Exchange;
  #sender: RequestSender | undefined;
  #frames: MessageFrame[] = [];
  #waitingBytes = 0;
  #isPaused = false;
  readonly #waiters: Waiter[] = [];
  /** The result of the read after the last response; set when the stream is over. */
  #outcome: { readonly error: unknown } | "ended" | undefined;
  #begin!: () => void;
  readonly #begun: Promise<void>;

  constructor(call: OutgoingCall, settings: TransportSettings) {
    this.#call = call;
    this.#settings = settings;
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
  }

  get header(): Metadata {
    return toMetadata(this.#exchange.header);
  }

  get trailer(): Metadata {
    return toMetadata(this.#exchange.trailer);
  }

  /** Sends the request, or starts sending the requests. Resolves when the headers of the response arrive. */
  async start(exchange: Exchange, request: EncodedFrame | undefined): Promise<IncomingResponse> {
    this.#exchange = exchange;
    if (this.#call.messages) {
      this.#sender = new RequestSender(this.#call, this.#settings, exchange);
      void this.#sender.send(this.#call.messages);
    } else exchange.endRequests(request);
    await this.#begun;
    if (typeof this.#outcome === "object" && !exchange.header) throw this.#outcome.error;
    return this.#call.method.kind === "clientStreaming" ? await this.#readOnlyResponse() : this;
  }

  onBegin(): void {
    this.#begin();
  }

  onFrame(frame: MessageFrame): void {
    const waiter = this.#waiters.shift();
    if (waiter) return this.#give(waiter, frame);
    if (this.#call.method.kind === "clientStreaming" && this.#frames.length > 0) {
      return this.#exchange.cancel(localFailure("UNIMPLEMENTED", "the server sent more than one response"));
    }
    this.#frames.push(frame);
    this.#waitingBytes += frame.bytes.byteLength;
    if (this.#waitingBytes < maxWaitingBytes || this.#isPaused) return;
    this.#isPaused = true;
    this.#exchange.pause();
  }

  onEnd(failure: { readonly error: unknown } | undefined): void {
    this.#outcome ??= failure ?? "ended";
    // Responses before a failure are delivered first, unless the client canceled the call.
    if (this.#exchange.isCancelled) this.#frames = [];
    this.#sender?.stop();
    this.#begin();
    for (const waiter of this.#waiters.splice(0)) this.#settle(waiter);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown>> {
    return new Promise((resolve, reject) => {
      const frame = this.#frames.shift();
      if (frame) {
        this.#waitingBytes -= frame.bytes.byteLength;
        this.#give({ resolve, reject }, frame);
      } else if (this.#outcome) this.#settle({ resolve, reject });
      else this.#waiters.push({ resolve, reject });
      if (!this.#isPaused || this.#frames.length > 0) return;
      this.#isPaused = false;
      this.#exchange.resume();
    });
  }

  /** Cancels the call, since the reader has left the loop. */
  return(): Promise<IteratorResult<unknown>> {
    this.#outcome ??= "ended";
    this.#frames = [];
    this.#exchange.cancel(new Error("the caller left the stream"));
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Returns the only response of a client-streaming call, when its status has arrived as well. */
  async #readOnlyResponse(): Promise<IncomingResponse> {
    const first = await this.next();
    if (first.done) throw noResponse(this.#exchange);
    const second = await this.next();
    if (!second.done) {
      const failure = localFailure("UNIMPLEMENTED", "the server sent more than one response");
      this.#exchange.cancel(failure);
      throw failure;
    }
    return new UnaryReply(first.value, this.#exchange.header, this.#exchange.trailer);
  }

  #give({ resolve, reject }: Waiter, frame: MessageFrame): void {
    try {
      const value = decodeFrame(this.#call, frame, this.#settings.maxReceiveBytes);
      if (value instanceof Promise) {
        resolve(this.#decompressed(value));
      } else resolve({ done: false, value });
    } catch (error) {
      reject(error);
      this.#cancelUnreadable(error);
    }
  }

  async #decompressed(value: Promise<unknown>): Promise<IteratorResult<unknown>> {
    try {
      return { done: false, value: await value };
    } catch (error) {
      this.#cancelUnreadable(error);
      throw error;
    }
  }

  /** Ends the stream at a response that cannot be decoded. The reader already has its error. */
  #cancelUnreadable(error: unknown): void {
    this.#outcome = "ended";
    this.#frames = [];
    this.#exchange.cancel(error);
  }

  #settle({ resolve, reject }: Waiter): void {
    const outcome = this.#outcome;
    // An error is thrown once. Later reads are done, as with any iterator.
    this.#outcome = "ended";
    if (typeof outcome === "object") reject(outcome.error);
    else resolve({ done: true, value: undefined });
  }
}
