import { Duplex } from "node:stream";
import type { Metadata as GrpcMetadata } from "@grpc/grpc-js";
import type { HandlerContext } from "@connectrpc/connect";

/** The parts of a call that came by one of Connect's protocols. */
export interface ConnectCallParts {
  readonly context: HandlerContext;
  readonly metadata: GrpcMetadata;
  readonly peer: string;
  readonly authority: string;
  /** The request; undefined of a caller who streams. */
  readonly request: unknown;
  /** The requests of a caller who streams. */
  readonly requests: AsyncIterator<unknown> | undefined;
}

/** A call by Connect or gRPC-web in the form of grpc-js, so that one handler answers all protocols. */
export class ConnectCall extends Duplex {
  readonly metadata: GrpcMetadata;
  /** Only of a caller who sends one. */
  declare readonly request: unknown;
  readonly #parts: ConnectCallParts;
  readonly #deadline: Date | number;
  #isCancelled = false;
  #refusal: unknown;

  constructor(parts: ConnectCallParts) {
    super({ objectMode: true, autoDestroy: false });
    const { context } = parts;
    this.#parts = parts;
    this.metadata = parts.metadata;
    if (!parts.requests) this.request = parts.request;
    const leftMs = context.timeoutMs();
    this.#deadline = leftMs === undefined ? Infinity : new Date(Date.now() + leftMs);
    const leave = (): void => {
      this.#isCancelled = true;
      this.emit("cancelled", "cancelled");
    };
    if (context.signal.aborted) queueMicrotask(leave);
    else context.signal.addEventListener("abort", leave, { once: true });
  }

  /**
   * The reason for which the call is canceled: a request that the library rejected, or the caller's disconnection.
   */
  get reason(): unknown {
    return this.#refusal ?? this.#parts.context.signal.reason;
  }

  get cancelled(): boolean {
    return this.#isCancelled;
  }

  getPeer(): string {
    return this.#parts.peer;
  }

  getHost(): string {
    return this.#parts.authority;
  }

  getPath(): string {
    return new URL(this.#parts.context.url).pathname;
  }

  getDeadline(): Date | number {
    return this.#deadline;
  }

  sendMetadata(metadata: GrpcMetadata): void {
    appendTo(this.#parts.context.responseHeader, metadata);
  }

  /** As grpc-js ends a call: with the metadata of the end, if there is any. */
  override end(metadata?: unknown): this {
    if (isMetadata(metadata)) appendTo(this.#parts.context.responseTrailer, metadata);
    return super.end();
  }

  override _read(): void {
    const { requests } = this.#parts;
    if (!requests) return void this.push(null);
    requests.next().then(
      ({ done, value }) => void this.push(done ? null : value),
      // The caller has left, or sent what the library refuses, such as a message over the limit.
      (error: unknown) => {
        if (this.#isCancelled) return;
        this.#refusal = error;
        this.emit("cancelled", "cancelled");
      },
    );
  }

  #taken: (() => void) | undefined;
  #give: ((next: IteratorResult<unknown, undefined>) => void) | undefined;
  #waiting: { readonly chunk: unknown } | undefined;
  #isEnded = false;

  override _write(chunk: unknown, _encoding: string, taken: () => void): void {
    const give = this.#give;
    this.#give = undefined;
    if (give) {
      give({ done: false, value: chunk });
      return taken();
    }
    this.#waiting = { chunk };
    this.#taken = taken;
  }

  override _final(done: () => void): void {
    this.#isEnded = true;
    this.#give?.({ done: true, value: undefined });
    done();
  }

  /** The responses, each taken when the caller has room for it. */
  async *responses(failed: Promise<never>): AsyncGenerator<unknown, void> {
    for (;;) {
      const next = await Promise.race([this.#next(), failed]);
      if (next.done) return;
      yield next.value;
    }
  }

  #next(): Promise<IteratorResult<unknown, undefined>> {
    const waiting = this.#waiting;
    const taken = this.#taken;
    this.#waiting = undefined;
    this.#taken = undefined;
    if (waiting) {
      taken?.();
      return Promise.resolve({ done: false, value: waiting.chunk });
    }
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => (this.#give = resolve));
  }
}

function isMetadata(value: unknown): value is GrpcMetadata {
  return typeof value === "object" && value !== null && "getMap" in value;
}

/** Adds metadata to headers; bytes go as base64 without padding. */
export function appendTo(headers: Headers, metadata: GrpcMetadata): void {
  for (const name of Object.keys(metadata.getMap())) {
    for (const value of metadata.get(name)) {
      headers.append(name, typeof value === "string" ? value : value.toString("base64").replace(/=+$/, ""));
    }
  }
}
