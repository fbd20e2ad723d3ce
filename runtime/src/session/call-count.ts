import type { Interceptor, Reply } from "../call/interceptor.js";
import { CallError } from "../error/call-error.js";

/** Counts the calls under way, and refuses new ones once the session is closed. */
export class CallCount {
  #count = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;
  readonly #errorName: string;

  /** @param errorName What errors are called. */
  constructor(errorName: string) {
    this.#errorName = errorName;
  }

  /** Whether new calls are refused. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Refuses new calls; resolves when those under way are over. Streams that have begun do not count. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const before = this.#onIdle;
      this.#onIdle = () => {
        before?.();
        resolve();
      };
    });
  }

  /** The step of the chain that counts. */
  readonly interceptor: Interceptor = (next) => (call) => {
    if (this.#isClosed) {
      throw new CallError({
        name: this.#errorName,
        code: "CANCELLED",
        text: "the session is closed; make the call before close(), or open another session",
        method: call.method.path.slice(1),
        endpoint: call.endpoint.authority,
      });
    }
    return this.#follow(next(call));
  };

  /** By await rather than a second `then`: a promise that several follow ends the stack of its errors. */
  async #follow(reply: Promise<Reply>): Promise<Reply> {
    this.#count += 1;
    try {
      return await reply;
    } finally {
      this.#count -= 1;
      if (this.#count === 0 && this.#isClosed) this.#onIdle?.();
    }
  }
}
