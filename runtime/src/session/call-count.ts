import type { Interceptor, OutgoingCall, Reply } from "../call/interceptor.js";
import { CallError } from "../error/call-error.js";

/** Counts the calls under way, and refuses new ones once the session is closed. */
export class CallCount {
  #count = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;
  /** How to end each call that is under way. */
  readonly #ends = new Set<() => void>();
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
      throw this.#closed(
        call,
        "the session is closed; make the call before close(), or open another session",
      );
    }
    return this.#follow(next(call), call);
  };

  /** Ends the calls that are still under way, whatever they wait for: a pause, a token, an interceptor. */
  end(): void {
    for (const end of this.#ends) end();
  }

  /** Each promise is followed once: one that several follow ends the stack of its errors. */
  #follow(reply: Promise<Reply>, call: OutgoingCall): Promise<Reply> {
    this.#count += 1;
    let end: (() => void) | undefined;
    const first = new Promise<Reply>((resolve, reject) => {
      end = () => reject(this.#closed(call, "the session was closed"));
      this.#ends.add(end);
      // A race by hand: `Promise.race` makes twice as many promises.
      reply.then(resolve, reject);
    });
    const leave = (): void => {
      if (end) this.#ends.delete(end);
      this.#count -= 1;
      if (this.#count === 0 && this.#isClosed) this.#onIdle?.();
    };
    return first.then(
      (done) => {
        leave();
        return done;
      },
      (error: unknown) => {
        leave();
        throw error;
      },
    );
  }

  #closed({ method, endpoint }: OutgoingCall, text: string): CallError {
    return new CallError({
      name: this.#errorName,
      code: "CANCELLED",
      text,
      method: method.path.slice(1),
      endpoint: endpoint.authority,
    });
  }
}
