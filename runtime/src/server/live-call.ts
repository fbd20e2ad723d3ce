import type { EventEmitter } from "node:events";
import type { Metadata as GrpcMetadata } from "@grpc/grpc-js";
import {
  CallError,
  Mask,
  Metadata,
  parseMask,
  type MetadataInit,
  type Method,
} from "../entries/generated/sdk-v1.js";
import { MaskSyntaxError } from "../entries/messages.js";
import type { HeaderNames } from "../calls/rpc/wiring.js";
import { checkedResponse } from "./header-check.js";
import { addMetadata, newMetadata, type RawCall, receivedMetadata, successMetadata } from "./raw-call.js";
import type { ServerCall } from "../calls/rpc/server-call.js";

/** The library's timer may be a little early. */
const earlyMs = 5;

/** A call in progress: the context of its handler, and its end. */
export class LiveCall implements ServerCall {
  readonly method: string;
  readonly peer: string;
  readonly authority: string;
  readonly #raw: RawCall;
  readonly #headers: HeaderNames;
  readonly #isUpdate: boolean;
  readonly #leaving = new AbortController();
  #metadata: Metadata | undefined;
  #resetMask: Mask | undefined;
  #trailer = Metadata.empty;
  #isHeaderSent = false;
  #isOver = false;
  readonly #overListeners: (() => void)[] = [];
  /** Ends the step that is waited for. */
  #stop: (() => void) | undefined;

  constructor(raw: RawCall, { service, name, isUpdate }: Method, headers: HeaderNames) {
    this.method = `${service.typeName}/${name}`;
    // Asked now: the library forgets it with the connection.
    this.peer = raw.getPeer();
    this.authority = raw.getHost();
    this.#raw = raw;
    this.#headers = headers;
    const events: Pick<EventEmitter, "once"> = raw;
    events.once("cancelled", () => this.#leave());
    this.#isUpdate = isUpdate;
  }

  get metadata(): Metadata {
    return (this.#metadata ??= receivedMetadata(this.#raw.metadata));
  }

  get signal(): AbortSignal {
    return this.#leaving.signal;
  }

  get deadline(): Date | undefined {
    const deadline = new Date(this.#raw.getDeadline());
    return Number.isNaN(deadline.getTime()) ? undefined : deadline;
  }

  get resetMask(): Mask {
    return (this.#resetMask ??= this.#readMask());
  }

  get idempotencyKey(): string | undefined {
    return this.metadata.get(this.#headers.idempotencyKey ?? "x-idempotency-key");
  }

  sendHeader(metadata: MetadataInit): void {
    const checked = checkedResponse(metadata);
    if (this.#isHeaderSent) throw new Error("the headers of the response have been sent already");
    this.#isHeaderSent = true;
    if (!this.#isOver) this.#raw.sendMetadata(addMetadata(newMetadata(this.#raw), checked));
  }

  addTrailer(metadata: MetadataInit): void {
    this.#trailer = checkedResponse([...this.#trailer, ...checkedResponse(metadata)]);
  }

  /** The metadata that the handler wants to be sent at the end of a failed call, in the library's form. */
  rawTrailer(): GrpcMetadata {
    return addMetadata(newMetadata(this.#raw), this.#trailer);
  }

  /** The same for a successful call. */
  rawSuccessTrailer(): GrpcMetadata {
    return addMetadata(successMetadata(this.#raw), this.#trailer);
  }

  /** Notes that the headers go out with a message. */
  begin(): void {
    this.#isHeaderSent = true;
  }

  /** Notes that the call is answered; false if the caller has left before. */
  end(): boolean {
    if (this.#isOver) return false;
    this.#finish();
    return true;
  }

  /** Calls once when the call is answered, or the caller leaves. */
  onOver(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#overListeners.push(listener);
  }

  /** Throws where nothing more is to be read: the reason of the signal, or that the call has been answered. */
  throwIfOver(): void {
    this.signal.throwIfAborted();
    // A handler that still reads does not get the caller's reason.
    if (this.#isOver) throw new CallError({ code: "CANCELLED", text: "the call has been answered" });
  }

  /** Throws where the handler must not be called: nothing is updated under a mask that cannot be read. */
  check(): void {
    if (this.#isUpdate) this.#resetMask = this.#readMask();
  }

  /** Waits for one step of the answer, but no longer than the caller does. Steps follow each other. */
  untilLeft<T>(step: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const { signal } = this;
      this.#stop = () => reject(signal.reason);
      if (signal.aborted) reject(signal.reason);
      Promise.resolve(step).then(resolve, reject);
    });
  }

  /** Ends the call. The library emits this for every call. */
  #leave(): void {
    if (this.#isOver) return;
    const deadline = this.deadline?.getTime() ?? Infinity;
    const isLate = Date.now() + earlyMs >= deadline;
    this.#leaving.abort(
      isLate
        ? new CallError({ code: "DEADLINE_EXCEEDED", text: "the deadline of the caller has passed" })
        : new CallError({ code: "CANCELLED", text: "the caller has left" }),
    );
    this.#stop?.();
    this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    for (const listener of this.#overListeners.splice(0)) listener();
  }

  #readMask(): Mask {
    const name = this.#headers.resetMask ?? "X-ResetMask";
    // Several values are a list, as everywhere in gRPC; so are the parts of a mask.
    const texts = this.metadata.getAll(name).filter((text) => typeof text === "string" && text.trim() !== "");
    if (texts.length === 0) return new Mask();
    try {
      return parseMask(texts.join(","));
    } catch (error) {
      if (!(error instanceof MaskSyntaxError)) throw error;
      throw new CallError({ code: "INVALID_ARGUMENT", text: `${name}: ${error.message}` });
    }
  }
}
