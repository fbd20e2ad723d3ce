import type { Interceptor, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import { CallError } from "../../calls/error/call-error.js";

/** A call that is under way, and how to end it. */
interface ActiveCall {
  readonly call: OutgoingCall;
  readonly reject: (error: CallError) => void;
}

/** Counts the calls under way, and refuses new ones once the session is closed. */
export class ActiveCalls {
  #isClosed = false;
  /** Only of a session that is closed. */
  readonly #onIdle: (() => void)[] = [];
  readonly #underWay = new Set<ActiveCall>();
  readonly #errorName: string;

  /** @param errorName What errors are called. */
  constructor(errorName: string) {
    this.#errorName = errorName;
  }

  /** Refuses new calls; resolves when those under way are over. Streams that have begun do not count. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
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
    for (const { call, reject } of this.#underWay) reject(this.#closed(call, "the session was closed"));
  }

  /** Each promise is followed once: one that several follow ends the stack of its errors. */
  #follow(reply: Promise<IncomingResponse>, call: OutgoingCall): Promise<IncomingResponse> {
    let entry!: ActiveCall;
    // A race by hand: `Promise.race` makes twice as many promises.
    const first = new Promise<IncomingResponse>((resolve, reject) => {
      entry = { call, reject };
      reply.then(resolve, reject);
    });
    this.#underWay.add(entry);
    return first.then(
      (done) => {
        this.#leave(entry);
        return done;
      },
      (error: unknown) => {
        this.#leave(entry);
        throw error;
      },
    );
  }

  #leave(entry: ActiveCall): void {
    this.#underWay.delete(entry);
    if (this.#underWay.size > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #closed({ method, endpoint }: OutgoingCall, text: string): CallError {
    return new CallError({
      name: this.#errorName,
      code: "CANCELLED",
      clientReason: "SESSION_CLOSED",
      text,
      method: method.path.slice(1),
      endpoint: endpoint.authority,
    });
  }
}
