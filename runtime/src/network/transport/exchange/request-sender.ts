import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { TransportSettings } from "../transport-settings.js";
import type { Exchange } from "./exchange.js";
import { encodeFrame } from "./message-codec.js";

/** Says that the call ended while its requests were still being sent. */
const over = Symbol("over");

/**
 * Sends a stream of requests. Each is asked for when the one before it is on its
 * way and the connection has room, so that a slow server holds the source back. The
 * source is told when the call has ended, so that it can clean up.
 */
export class RequestSender {
  readonly #call: OutgoingCall;
  readonly #settings: TransportSettings;
  readonly #exchange: Exchange;
  #stop: (() => void) | undefined;

  constructor(call: OutgoingCall, settings: TransportSettings, exchange: Exchange) {
    this.#call = call;
    this.#settings = settings;
    this.#exchange = exchange;
  }

  /** Sends all requests; a source that fails ends the call with its error. */
  async send(messages: AsyncIterable<unknown>): Promise<void> {
    try {
      await this.#sendAll(messages[Symbol.asyncIterator]());
    } catch (error) {
      this.#exchange.cancel(error);
    }
  }

  /** The call has ended. */
  stop(): void {
    this.#stop?.();
  }

  async #sendAll(requests: AsyncIterator<unknown>): Promise<void> {
    for (;;) {
      const next = await this.#untilOver(requests.next());
      if (next === over) return void (await requests.return?.());
      if (next.done) break;
      const frame = await encodeFrame(this.#call, next.value, this.#settings);
      if (this.#exchange.isOver || this.#exchange.write(frame)) continue;
      await this.#untilOver(new Promise<void>((drained) => this.#exchange.onDrain(drained)));
    }
    if (!this.#exchange.isOver) this.#exchange.endRequests();
  }

  /** Waits for one step, but not beyond the end of the call. */
  #untilOver<T>(step: Promise<T>): Promise<T | typeof over> {
    return new Promise((resolve, reject) => {
      this.#stop = () => resolve(over);
      if (this.#exchange.isOver) resolve(over);
      step.then(resolve, reject);
    });
  }
}
