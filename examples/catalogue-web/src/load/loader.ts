import type { Connection } from "./connection.js";
import { describeProblem, type Problem } from "./problem.js";

/** The state of something that has to be loaded. */
export type State<T> =
  | { readonly kind: "idle" }
  /** `isSlow` if loading has taken `slowMs`. */
  | { readonly kind: "waiting"; readonly isSlow: boolean }
  /** `isOld` while a newer value loads. */
  | { readonly kind: "ready"; readonly value: T; readonly isOld: boolean }
  | { readonly kind: "failed"; readonly problem: Problem };

/** Loads a value. The signal aborts when the value is no longer needed. */
export type Work<T> = (signal: AbortSignal) => Promise<T>;

/** The time after which the page reports that loading is slow. */
export const slowMs = 4000;

/** The backoff between automatic retries: it doubles from the first to the last. */
const [firstWaitMs, lastWaitMs] = [2000, 30_000];

const idle = { kind: "idle" } as const;

/**
 * Loads one thing at a time: a new request replaces the previous one. The loader retries transient failures with
 * growing backoff, and immediately when the network is back.
 */
export class Loader<T> {
  readonly #changed: () => void;
  readonly #connection: Connection;
  #state: State<T> = idle;
  #work: Work<T> | undefined;
  #current = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Whether the user requested this attempt and waits for its result. */
  #isAsked = false;

  constructor(changed: () => void, connection: Connection) {
    this.#changed = changed;
    this.#connection = connection;
    connection.onChange(() => this.#connectionChanged());
  }

  /** The current state. An unchanged state is the same object. */
  get state(): State<T> {
    return this.#state;
  }

  /** Loads something else. `isKept`: what is there stays until it has come. */
  load(work: Work<T>, isKept = false): void {
    this.#work = work;
    this.#failures = 0;
    this.#isAsked = false;
    const isOld = isKept && this.#state.kind === "ready";
    this.#become(isOld && this.#state.kind === "ready" ? { ...this.#state, isOld } : this.#waiting());
    void this.#try();
  }

  /** Gives up, and has nothing. */
  clear(): void {
    this.#stop();
    this.#work = undefined;
    this.#become(idle);
  }

  /** Tries once more what has failed. */
  retry(): void {
    if (this.#state.kind !== "failed") return;
    this.#isAsked = true;
    void this.#try();
  }

  #waiting(): State<T> {
    return { kind: "waiting", isSlow: false };
  }

  #become(state: State<T>): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed();
  }

  #stop(): void {
    this.#current.abort();
    clearTimeout(this.#timer);
  }

  async #try(): Promise<void> {
    this.#stop();
    const { signal } = (this.#current = new AbortController());
    if (this.#state.kind === "waiting") {
      this.#timer = setTimeout(() => this.#become({ kind: "waiting", isSlow: true }), slowMs);
    }
    try {
      const value = await this.#work?.(signal);
      if (signal.aborted) return;
      clearTimeout(this.#timer);
      this.#become({ kind: "ready", value: value as T, isOld: false });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    const problem = describeProblem(error, this.#connection.isOnline);
    this.#failures++;
    if (problem.isPassing) {
      const waitMs = Math.min(lastWaitMs, firstWaitMs * 2 ** (this.#failures - 1));
      this.#timer = setTimeout(() => void this.#try(), Math.max(waitMs, problem.retryAfterMs ?? 0));
    } else console.warn(error);
    const { state } = this;
    // The same words again are no news, but to whoever has asked.
    const isSame = state.kind === "failed" && state.problem.title === problem.title && !this.#isAsked;
    this.#isAsked = false;
    this.#become(isSame ? state : { kind: "failed", problem });
  }

  #connectionChanged(): void {
    if (this.#state.kind !== "failed" || !this.#state.problem.isPassing) return;
    this.#failures = 0;
    void this.#try();
  }
}
