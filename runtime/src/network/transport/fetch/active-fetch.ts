import type { OutgoingCall } from "../../../calls/chain/interceptor.js";
import { localFailure, type StatusError } from "../../../calls/error/status-error.js";
import { permanentReason } from "../../../calls/error/connect-error.js";
import { errorText } from "../../../base/text/value-text.js";
import type { Clock } from "../../../base/time/clock.js";
import { deadlineExceeded } from "../deadline-exceeded.js";
import { unansweredFailure } from "./offline.js";

/** One active request. The caller's signal, the deadline or the end of the session can end it early. */
export class ActiveFetch {
  readonly #call: OutgoingCall;
  readonly #controller = new AbortController();
  readonly #onEnd: (live: ActiveFetch) => void;
  #cancelTimer: (() => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #failure: { readonly error: unknown } | undefined;
  #hasBegun = false;
  /** The message of the platform for a request without an answer; undefined if there is none. */
  lostReason: string | undefined;

  /** @param onEnd Called once, when the call is over. */
  constructor(call: OutgoingCall, clock: Clock, onEnd: (live: ActiveFetch) => void) {
    this.#call = call;
    this.#onEnd = onEnd;
    call.signal?.addEventListener("abort", this.#abort, { once: true });
    if (call.deadlineMs === Infinity) return;
    this.#cancelTimer = clock.after(Math.max(0, call.deadlineMs - clock.nowMs()), () => {
      if (this.#hasBegun) return this.cancel(deadlineExceeded(call, "had begun to be answered"));
      this.cancel(unansweredFailure(deadlineExceeded(call, "was sent and not answered")));
    });
  }

  /** The signal to pass to `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it is a stream to a host. */
  isStreamTo(authority: string): boolean {
    const { endpoint, method } = this.#call;
    return method.kind === "serverStreaming" && endpoint.authority === authority;
  }

  /** Notes that the headers of the response have arrived. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Cancels the call, also at the server. */
  cancel(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    this.end();
    this.#controller.abort(error);
    this.#reject?.(error);
  }

  /** Removes the timer and listeners, since the call has ended. */
  end(): void {
    this.#cancelTimer?.();
    this.#call.signal?.removeEventListener("abort", this.#abort);
    this.#onEnd(this);
  }

  /**
   * Waits for a step of the platform, but no longer than the call lasts. Steps must not overlap.
   *
   * @throws The reason that ended the call, or a StatusError with the message of the platform.
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

  /**
   * Returns the failure of a step. The platform does not report whether the request reached the server, or that CORS
   * refused it.
   */
  #lost(error: unknown): StatusError {
    const { authority } = this.#call.endpoint;
    const said = errorText(error);
    const reason = permanentReason(error);
    if (reason) return localFailure("UNAVAILABLE", `${authority} was not called: ${said}`, "unsent", reason);
    if (this.#hasBegun) {
      return localFailure("UNAVAILABLE", `the connection to ${authority} was lost: ${said}`, "connection");
    }
    this.lostReason = said;
    const text = `no answer from ${authority}: ${said}; a page gets the same error if the server does not allow its origin (CORS)`;
    return unansweredFailure(localFailure("UNAVAILABLE", text, "connection"));
  }

  readonly #abort = (): void => this.cancel(this.#call.signal?.reason);
}
