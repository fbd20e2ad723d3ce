/** Makes the call that the runner describes, and tells what came of it ("Testing Clients" of the suite's documentation). */
import { setTimeout as pause } from "node:timers/promises";
import {
  BidiStreamRequest,
  type ClientCompatRequest,
  ClientResponseResult,
  ClientStreamRequest,
  Code,
  type ConformancePayload,
  type ConformanceServiceClient,
  type Error as Failure,
  IdempotentUnaryRequest,
  ServerStreamRequest,
  StreamType,
  UnaryRequest,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { CallError, type Metadata } from "../../../generated/interop/index.js";
import { codeNumber } from "./codes.js";
import { headersOf, pairsOf } from "./headers.js";

/** The response to a call, or to a stream of them, of which the suite reads the payload alone. */
interface Payload {
  readonly payload?: ConformancePayload | undefined;
}

/** One call and its outcome. */
export class ScriptedCall {
  readonly #client: ConformanceServiceClient;
  readonly #request: ClientCompatRequest;
  readonly #abort = new AbortController();
  readonly #result = ClientResponseResult.create({});
  #unsent: number;
  #onPayload: (() => void) | undefined;

  constructor(client: ConformanceServiceClient, request: ClientCompatRequest) {
    this.#client = client;
    this.#request = request;
    this.#unsent = request.requestMessages.length;
  }

  /** Makes the call. A failure of the call is an outcome as well. */
  async run(): Promise<ClientResponseResult> {
    try {
      await this.#call();
    } catch (error) {
      this.#fail(error);
    }
    return { ...this.#result, numUnsentRequests: this.#unsent };
  }

  async #call(): Promise<void> {
    const { method, requestHeaders, timeoutMs } = this.#request;
    const options = { metadata: pairsOf(requestHeaders), signal: this.#abort.signal, ...limitOf(timeoutMs) };
    switch (method) {
      case "Unary":
        return this.#one(this.#client.unary(this.#only(UnaryRequest), options));
      case "IdempotentUnary":
        return this.#one(this.#client.idempotentUnary(this.#only(IdempotentUnaryRequest), options));
      case "Unimplemented":
        return void (await this.#client.unimplemented({}, options));
      case "ServerStream":
        return this.#many(this.#client.serverStream(this.#only(ServerStreamRequest), options));
      case "ClientStream":
        return this.#one(this.#client.clientStream(this.#all(ClientStreamRequest), options));
      case "BidiStream":
        return this.#many(this.#client.bidiStream(this.#all(BidiStreamRequest), options));
      default:
        throw new TypeError(`${method} is no method of the suite`);
    }
  }

  async #one(call: {
    withResponse(): Promise<{ data: Payload; header: Metadata; trailer: Metadata }>;
  }): Promise<void> {
    const { data, header, trailer } = await call.withResponse();
    this.#end(header, trailer);
    this.#receive(data);
  }

  async #many(call: {
    withResponse(): Promise<{ messages: AsyncIterable<Payload>; header: Metadata; trailer: Metadata }>;
  }): Promise<void> {
    const response = await call.withResponse();
    this.#result.responseHeaders = headersOf(response.header);
    for await (const message of response.messages) this.#receive(message);
    this.#end(response.header, response.trailer);
  }

  #receive({ payload }: Payload): void {
    const { payloads } = this.#result;
    payloads.push(payload ?? { data: new Uint8Array(0) });
    const timing = this.#request.cancel?.cancelTiming;
    if (timing?.$case === "afterNumResponses" && payloads.length === timing.value) this.#abort.abort();
    this.#onPayload?.();
  }

  #end(header: Metadata, trailer: Metadata): void {
    this.#result.responseHeaders = headersOf(header);
    this.#result.responseTrailers = headersOf(trailer);
  }

  #fail(error: unknown): void {
    this.#result.error = failureOf(error);
    if (!(error instanceof CallError)) return;
    // A stream that fails late has told its headers before.
    if (error.header?.size) this.#result.responseHeaders = headersOf(error.header);
    this.#result.responseTrailers = headersOf(error.trailer ?? []);
  }

  /** The request of a method that takes one. Nothing is left to send after it. */
  #only<T>(type: { decode(bytes: Uint8Array): T }): T {
    const [first] = this.#request.requestMessages;
    if (!first) throw new TypeError("the call has no request");
    this.#unsent = 0;
    this.#cancelLater();
    return type.decode(first.value);
  }

  async *#all<T>(type: { decode(bytes: Uint8Array): T }): AsyncGenerator<T, void> {
    const { cancel, requestDelayMs, requestMessages, streamType } = this.#request;
    for (const [index, { value }] of requestMessages.entries()) {
      if (requestDelayMs > 0) await pause(requestDelayMs);
      yield type.decode(value);
      this.#unsent -= 1;
      if (streamType === StreamType.FULL_DUPLEX_BIDI_STREAM) await this.#responses(index + 1);
    }
    if (cancel?.cancelTiming?.$case === "beforeCloseSend") {
      this.#abort.abort();
      // The call is to end by the abort, and not because its requests end.
      await new Promise(() => {});
    }
    this.#cancelLater();
  }

  async #responses(count: number): Promise<void> {
    while (this.#result.payloads.length < count)
      await new Promise<void>((resolve) => (this.#onPayload = resolve));
  }

  #cancelLater(): void {
    const { cancel } = this.#request;
    if (!cancel) return;
    const { cancelTiming } = cancel;
    if (!cancelTiming) setTimeout(() => this.#abort.abort(), 0);
    else if (cancelTiming.$case === "afterCloseSendMs")
      setTimeout(() => this.#abort.abort(), cancelTiming.value);
  }
}

/** The time limit of the case. A call without one must send none. */
function limitOf(timeoutMs: number | undefined): { readonly timeoutMs: number | false } {
  return { timeoutMs: timeoutMs ?? false };
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) {
    const details = error.details.map(({ typeName, value }) => ({
      typeUrl: `type.googleapis.com/${typeName}`,
      value,
    }));
    return { code: codeNumber(error.code), message: error.text, details };
  }
  // A call that its program aborts is rejected with the reason of the signal.
  const isAbort = error instanceof DOMException && error.name === "AbortError";
  return { code: isAbort ? Code.CANCELED : Code.UNKNOWN, message: String(error), details: [] };
}
