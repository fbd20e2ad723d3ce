import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import type { TransportSettings } from "../transport-settings.js";
import type { Exchange } from "./exchange.js";
import { encodeFrame } from "./message-codec.js";

/** The result of a step that the end of the call has interrupted. */
const over = Symbol("over");

/**
 * Sends a stream of requests. It reads the next one when the previous one is sent and the flow-control window is open, so
 * that a slow server slows the source down. When the call ends, it calls `return` of the source.
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

  /** Sends all requests. If the source fails, the call ends with its error. */
  async send(messages: AsyncIterable<unknown>): Promise<void> {
    try {
      await this.#sendAll(messages[Symbol.asyncIterator]());
    } catch (error) {
      this.#exchange.cancel(error);
    }
  }

  /** Interrupts the current step, since the call has ended. */
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

  /** Waits for one step, but no longer than the call lasts. */
  #untilOver<T>(step: Promise<T>): Promise<T | typeof over> {
    return new Promise((resolve, reject) => {
      this.#stop = () => resolve(over);
      if (this.#exchange.isOver) resolve(over);
      step.then(resolve, reject);
    });
  }
}
