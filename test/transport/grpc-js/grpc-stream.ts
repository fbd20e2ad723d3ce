import type { IncomingResponse } from "../../../runtime/src/calls/chain/interceptor.js";
import type { Metadata } from "../../../runtime/src/calls/rpc/metadata.js";
import { decode, encode, failureOf, type LiveCall, type RawCall } from "./grpc-call.js";
import { status as Status, type Metadata as GrpcMetadata } from "@grpc/grpc-js";
import { fromGrpcMetadata, toGrpcMetadata } from "./grpc-metadata.js";

/**
 * A call that streams requests, responses or both. The reply is there when the
 * server has begun to answer; a failure before that rejects, so that it can be
 * repeated. A response is read when the caller asks for it, a request taken when
 * the one before it is on its way: a slow side holds the other back.
 */
export async function callStream(live: LiveCall): Promise<IncomingResponse> {
  const stream = new GrpcStream(live);
  await stream.start();
  if (live.call.method.kind !== "clientStreaming") return stream;
  return stream.only();
}

/** Someone who waits for the next response. */
interface Waiter {
  resolve(result: IteratorResult<unknown>): void;
  reject(error: unknown): void;
}

class GrpcStream implements IncomingResponse, AsyncIterableIterator<unknown> {
  readonly message = undefined;
  readonly messages: AsyncIterable<unknown> = this;
  readonly #live: LiveCall;
  readonly #raw: RawCall;
  #header: GrpcMetadata | undefined;
  #trailer: GrpcMetadata | undefined;
  readonly #waiters: Waiter[] = [];
  /** Set when the stream is over: what the next read gives. */
  #outcome: { readonly error: unknown } | "ended" | undefined;
  #onBegin: (() => void) | undefined;
  /** Ends the requests' iterator, so that a source of requests can clean up. */
  #stopRequests: (() => void) | undefined;

  constructor(live: LiveCall) {
    this.#live = live;
    this.#raw = live.raw;
  }

  get header(): Metadata {
    return fromGrpcMetadata(this.#header);
  }

  get trailer(): Metadata {
    return fromGrpcMetadata(this.#trailer);
  }

  /** Starts the call; settles when the server has begun to answer. */
  start(): Promise<void> {
    const { call } = this.#live;
    return new Promise((resolve, reject) => {
      this.#onBegin = () => {
        this.#onBegin = undefined;
        if (typeof this.#outcome === "object" && !this.#header) reject(this.#outcome.error);
        else resolve();
      };
      call.signal?.addEventListener("abort", this.#abort, { once: true });
      this.#raw.start(toGrpcMetadata(call.metadata), {
        onReceiveMetadata: (metadata) => {
          this.#header = metadata;
          this.#onBegin?.();
        },
        onReceiveMessage: (message: Uint8Array | null) => this.#receive(message),
        onReceiveStatus: (status) => {
          this.#trailer = status.metadata;
          this.#finish(status.code === Status.OK ? "ended" : { error: failureOf(status, this.#header) });
        },
      });
      this.#send();
    });
  }

  /** The one response of a client-streaming call. */
  async only(): Promise<IncomingResponse> {
    const first = await this.next();
    if (first.done) {
      const details = "the server sent no response";
      throw failureOf(
        { code: Status.UNIMPLEMENTED, details, metadata: toGrpcMetadata(this.trailer) },
        this.#header,
      );
    }
    // The status comes after the message; a call succeeds when both are there.
    await this.next();
    return { header: this.header, message: first.value, messages: undefined, trailer: this.trailer };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#outcome) return this.#settle({ resolve, reject });
      this.#waiters.push({ resolve, reject });
      if (this.#waiters.length === 1) this.#raw.startRead();
    });
  }

  /** The caller has left the loop. */
  return(): Promise<IteratorResult<unknown>> {
    if (!this.#outcome) {
      this.#finish("ended");
      this.#raw.cancelWithStatus(Status.CANCELLED, "the caller left the stream");
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  #receive(message: Uint8Array | null): void {
    if (message === null || message === undefined || this.#outcome) return;
    const waiter = this.#waiters.shift();
    try {
      waiter?.resolve({ done: false, value: decode(this.#live.call, message) });
      if (this.#waiters.length > 0) this.#raw.startRead();
    } catch (error) {
      waiter?.reject(error);
      this.#finish("ended");
      this.#raw.cancelWithStatus(Status.CANCELLED, "a response could not be read");
    }
  }

  readonly #abort = (): void => {
    this.#finish({ error: this.#live.call.signal?.reason });
    this.#raw.cancelWithStatus(Status.CANCELLED, "the caller aborted the call");
  };

  #finish(outcome: { readonly error: unknown } | "ended"): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#live.call.signal?.removeEventListener("abort", this.#abort);
    this.#live.end();
    this.#stopRequests?.();
    this.#onBegin?.();
    for (const waiter of this.#waiters.splice(0)) this.#settle(waiter);
  }

  #settle(waiter: Waiter): void {
    const outcome = this.#outcome;
    // An error is told once; after it the stream is at its end, as iterators are.
    this.#outcome = "ended";
    if (typeof outcome === "object") waiter.reject(outcome.error);
    else waiter.resolve({ done: true, value: undefined });
  }

  #send(): void {
    const { call, body } = this.#live;
    if (!call.messages) {
      if (body) this.#raw.sendMessageWithContext({}, body);
      this.#raw.halfClose();
      return;
    }
    this.#sendAll(call.messages).catch((error: unknown) => {
      if (this.#outcome) return;
      this.#finish({ error });
      this.#raw.cancelWithStatus(Status.CANCELLED, "the source of requests failed");
    });
  }

  async #sendAll(messages: AsyncIterable<unknown>): Promise<void> {
    const requests = messages[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.#untilOver(requests.next());
      if (next === over) return void (await requests.return?.());
      if (next.done) break;
      const bytes = encode(this.#live.call, next.value);
      await this.#untilOver(new Promise<void>((taken) => this.#write(bytes, taken)));
    }
    if (!this.#outcome) this.#raw.halfClose();
  }

  /** Waits for one step of sending, but not beyond the end of the call. */
  #untilOver<T>(step: Promise<T>): Promise<T | typeof over> {
    return new Promise((resolve, reject) => {
      this.#stopRequests = () => resolve(over);
      if (this.#outcome) resolve(over);
      step.then(resolve, reject);
    });
  }

  #write(bytes: Buffer, taken: () => void): void {
    // A failed write also ends the call, which says why.
    if (this.#outcome) return taken();
    this.#raw.sendMessageWithContext({ callback: () => taken() }, bytes);
  }
}

/** Says that the call ended while its requests were still being sent. */
const over = Symbol("over");
