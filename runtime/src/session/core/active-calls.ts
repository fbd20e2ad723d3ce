import type { Interceptor, OutgoingCall, IncomingResponse } from "../../calls/chain/interceptor.js";
import { CallError } from "../../calls/error/call-error.js";

/** An active call, and how to end it. */
interface ActiveCall {
  readonly call: OutgoingCall;
  readonly reject: (error: CallError) => void;
}

/** Tracks the active calls, and rejects new ones once the session is closed. */
export class ActiveCalls {
  #isClosed = false;
  /** Callbacks of a closed session. */
  readonly #onIdle: (() => void)[] = [];
  readonly #underWay = new Set<ActiveCall>();
  readonly #errorName: string;

  /** @param errorName The name of errors. */
  constructor(errorName: string) {
    this.#errorName = errorName;
  }

  /** Rejects new calls. Resolves when the active ones have ended. Streams that have started do not count. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** The interceptor that tracks calls. */
  readonly interceptor: Interceptor = (next) => (call) => {
    if (this.#isClosed) {
      throw this.#closed(
        call,
        "the session is closed; make the call before close(), or open another session",
      );
    }
    return this.#follow(next(call), call);
  };

  /** Ends the active calls, whether they wait for a delay, a token or an interceptor. */
  end(): void {
    for (const { call, reject } of this.#underWay) reject(this.#closed(call, "the session was closed"));
  }

  /** Tracks one call. Each promise has one follower, since several would truncate the stack of its errors. */
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
