import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure, type StatusError } from "../../../calls/error/status-error.js";
import { errorText } from "../../../base/text/value-text.js";
import type { Clock } from "../../../base/time/clock.js";
import { deadlineExceeded } from "../deadline-exceeded.js";

/** One request under way: whoever ends it early, by the caller's signal, the deadline or the end of the session. */
export class ActiveFetch {
  readonly #call: OutgoingCall;
  readonly #controller = new AbortController();
  readonly #onEnd: (live: ActiveFetch) => void;
  #cancelTimer: (() => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #failure: { readonly error: unknown } | undefined;
  #hasBegun = false;

  /** @param onEnd Called once, when the call is over. */
  constructor(call: OutgoingCall, clock: Clock, onEnd: (live: ActiveFetch) => void) {
    this.#call = call;
    this.#onEnd = onEnd;
    call.signal?.addEventListener("abort", this.#abort, { once: true });
    if (call.deadlineMs === Infinity) return;
    this.#cancelTimer = clock.after(Math.max(0, call.deadlineMs - clock.nowMs()), () => {
      const state = this.#hasBegun ? "had begun to be answered" : "was sent and not answered";
      this.cancel(deadlineExceeded(call, state));
    });
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it is a stream to a host. */
  isStreamTo(authority: string): boolean {
    const { endpoint, method } = this.#call;
    return method.kind === "serverStreaming" && endpoint.authority === authority;
  }

  /** Notes that the server has begun to answer. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Ends the call, here and at the server. */
  cancel(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    this.end();
    this.#controller.abort(error);
    this.#reject?.(error);
  }

  /** The call is over. */
  end(): void {
    this.#cancelTimer?.();
    this.#call.signal?.removeEventListener("abort", this.#abort);
    this.#onEnd(this);
  }

  /**
   * Waits for a step of the platform, but not beyond the end of the call. Steps follow each other.
   *
   * @throws The reason of whoever ended the call, or a StatusError that says what the platform says.
   */
  async step<T>(work: Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject;
        work.then(resolve, reject);
        if (this.#failure) reject(this.#failure.error);
      });
    } catch (error) {
      throw this.#failure ? this.#failure.error : this.#lost(error);
    }
  }

  /** The platform does not say whether the request reached the server, nor, to a page, that the server refused its origin. */
  #lost(error: unknown): StatusError {
    const { authority } = this.#call.endpoint;
    const said = errorText(error);
    const text = this.#hasBegun
      ? `the connection to ${authority} was lost: ${said}`
      : `no answer from ${authority}: ${said}; a page is told the same if the server does not allow its origin (CORS)`;
    return localFailure("UNAVAILABLE", text, "connection");
  }

  readonly #abort = (): void => this.cancel(this.#call.signal?.reason);
}
