import {
  keepPreviousData,
  QueryObserver,
  type QueryClient,
  type QueryKey,
  type QueryObserverResult,
} from "@tanstack/query-core";
import type { Connection } from "./connection.js";
import { describeProblem } from "./problem.js";
import type { State } from "./state.js";

/** A read, and the part of its data that the page shows. `queryOptions` of `@stratus/query` makes the first two. */
export interface Read<Data, Shown> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  readonly select: (data: Data) => Shown;
}

/** The time after which the page reports that loading is slow. */
export const slowMs = 4000;

/** The backoff between automatic retries: it doubles from the first to the last. */
const [firstWaitMs, lastWaitMs] = [2000, 30_000];

const idle = { kind: "idle" } as const;
const nothing = { queryKey: ["nothing"] as QueryKey, enabled: false };

/**
 * Shows one read at a time: a new one replaces the previous one. Transient failures are retried with growing backoff, and
 * immediately when the network is back.
 */
export class Loader<Shown> {
  readonly #changed: () => void;
  readonly #connection: Connection;
  readonly #observer: QueryObserver<unknown, Error, Shown>;
  #state: State<Shown> = idle;
  #slow: ReturnType<typeof setTimeout> | undefined;
  /** Whether the user requested this attempt and waits for its result. */
  #isAsked = false;

  constructor(cache: QueryClient, changed: () => void, connection: Connection) {
    this.#changed = changed;
    this.#connection = connection;
    this.#observer = new QueryObserver(cache, nothing);
    this.#observer.subscribe((result) => this.#show(result));
    connection.onChange(() => this.#connectionChanged());
  }

  /** The current state. An unchanged state is the same object. */
  get state(): State<Shown> {
    return this.#state;
  }

  /** Shows another read. `isKept`: the previous data stays until the new data has come. */
  load<Data>({ queryKey, queryFn, select }: Read<Data, Shown>, isKept = false): void {
    this.#isAsked = false;
    this.#become(isKept && this.#state.kind === "ready" ? this.#state : { kind: "waiting", isSlow: false });
    this.#observer.setOptions({
      queryKey,
      queryFn,
      select: select as (data: unknown) => Shown,
      enabled: true,
      networkMode: "always",
      retry: (_, error) => this.#describe(error).isPassing,
      retryDelay: (count, error) =>
        Math.max(Math.min(lastWaitMs, firstWaitMs * 2 ** count), this.#describe(error).retryAfterMs ?? 0),
      ...(isKept && { placeholderData: keepPreviousData as never }),
    });
    this.#show(this.#observer.getCurrentResult());
  }

  /** Gives up, and has nothing. */
  clear(): void {
    this.#observer.setOptions(nothing);
    this.#become(idle);
  }

  /** Tries once more what has failed. */
  retry(): void {
    if (this.#state.kind !== "failed") return;
    this.#isAsked = true;
    this.#tryNow();
  }

  #describe(error: unknown): ReturnType<typeof describeProblem> {
    return describeProblem(error, this.#connection.isOnline);
  }

  #show({ isEnabled, isSuccess, data, isPlaceholderData, failureReason, failureCount }: Result<Shown>): void {
    if (!isEnabled) return;
    if (isSuccess) this.#become({ kind: "ready", value: data as Shown, isOld: isPlaceholderData });
    else if (failureReason && failureCount > 0) this.#fail(failureReason);
    else if (this.#state.kind === "idle") this.#become({ kind: "waiting", isSlow: false });
  }

  #fail(error: Error): void {
    const problem = this.#describe(error);
    if (!problem.isPassing) console.warn(error);
    const { state } = this;
    // The same words again are no news, but to whoever has asked.
    const isSame = state.kind === "failed" && state.problem.title === problem.title && !this.#isAsked;
    this.#isAsked = false;
    this.#become(isSame ? state : { kind: "failed", problem });
  }

  #become(state: State<Shown>): void {
    if (state === this.#state) return;
    this.#state = state;
    clearTimeout(this.#slow);
    if (state.kind === "waiting" && !state.isSlow)
      this.#slow = setTimeout(() => this.#become({ kind: "waiting", isSlow: true }), slowMs);
    this.#changed();
  }

  #connectionChanged(): void {
    if (this.#state.kind === "failed" && this.#state.problem.isPassing) this.#tryNow();
  }

  /** Tries at once, instead of at the end of the backoff. */
  #tryNow(): void {
    void this.#observer.getCurrentQuery().cancel({ silent: true });
    void this.#observer.refetch();
  }
}

type Result<Shown> = QueryObserverResult<Shown, Error>;
