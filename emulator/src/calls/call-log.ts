/** Records every call that arrived, with its headers and outcome but without its secrets, for tests, logs and other processes. */
import { createHash } from "node:crypto";
import type { JsonValue } from "@bufbuild/protobuf";
import { isSecretHeader } from "@stratus/runtime/guide";
import { type CallFilter, matchesCall } from "./call-filter.js";
import type { ReceivedCall } from "./received-call.js";

/** A recorded request. It is stored as bytes, and converted when the call is read. */
export interface RecordedMessage {
  readonly byteLength: number;
  /** The request as JSON, without secrets. */
  readonly toJson: () => JsonValue;
}

/** A recorded call, which changes until it ends. */
export type RecordedCall = { -readonly [Key in keyof Omit<ReceivedCall, "message">]: ReceivedCall[Key] } & {
  message: RecordedMessage | undefined;
  /** When it arrived, by `performance.now()`. */
  readonly startedAtMs: number;
};

/** The facts about a call that are known when it arrives. */
export type ArrivedCall = Pick<ReceivedCall, "time" | "method" | "authority" | "metadata" | "deadline">;

/** The limits of a log. Older calls are dropped. */
export interface CallLogLimits {
  readonly maxCalls: number;
  readonly maxBytes: number;
}

/** Is called with each call that ends. */
export type CallListener = (call: RecordedCall) => void;

/** The estimated size of a call, in bytes, without its texts. */
const callBytes = 1024;

/** Stores calls in order of arrival. */
export class CallLog {
  /** The calls with their sizes in bytes. */
  readonly #calls = new Map<RecordedCall, number>();
  readonly #listeners = new Set<CallListener>();
  readonly #limits: CallLogLimits;
  #bytes = 0;
  #lastNumber = 0;

  constructor(limits: CallLogLimits) {
    this.#limits = limits;
  }

  /** The number of the last call that arrived. 0 if there is none. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Adds a call that has arrived. The caller sets its outcome in the result, and then calls `end`. */
  open(arrival: ArrivedCall): RecordedCall {
    const call: RecordedCall = {
      number: (this.#lastNumber += 1),
      ...arrival,
      message: undefined,
      account: undefined,
      resource: "",
      mask: undefined,
      fault: undefined,
      isReplay: false,
      isDefault: false,
      code: undefined,
      reason: undefined,
      error: "",
      durationMs: undefined,
      startedAtMs: performance.now(),
    };
    this.#calls.set(call, 0);
    this.#grow(call, callBytes + countCharacters(arrival.metadata));
    return call;
  }

  /** Stores the request of a call, or the first message of a stream. */
  recordRequest(call: RecordedCall, message: RecordedMessage): void {
    if (call.message !== undefined) return;
    // One large request must not displace all others.
    const fits = message.byteLength <= this.#limits.maxBytes / 4;
    call.message = fits ? message : omittedMessage(message.byteLength);
    this.#grow(call, fits ? message.byteLength : 0);
  }

  /** Ends a call whose outcome is set, and notifies the listeners once. */
  end(call: RecordedCall): void {
    if (call.durationMs !== undefined) return;
    call.durationMs = performance.now() - call.startedAtMs;
    for (const listener of this.#listeners) listener(call);
  }

  /**
   * Calls the function with each call that ends.
   *
   * @returns a function that removes the listener
   */
  listen(listener: CallListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns copies of the calls that match. */
  calls(filter: CallFilter = {}): ReceivedCall[] {
    return [...this.#calls.keys()].filter((call) => matchesCall(call, filter)).map(showCall);
  }

  /**
   * Resolves with the first call that matches and has ended, also if it ends later.
   *
   * @param filter `after` is the number of the last call that has arrived, unless it is set
   * @throws the reason of the signal when that is aborted
   */
  next(filter: CallFilter, signal: AbortSignal): Promise<ReceivedCall> {
    const wanted = { after: this.#lastNumber, ...filter };
    const isWanted = (call: RecordedCall): boolean =>
      call.durationMs !== undefined && matchesCall(call, wanted);
    const known = [...this.#calls.keys()].find(isWanted);
    if (known !== undefined) return Promise.resolve(showCall(known));
    return new Promise((found, fail) => {
      const stop = (): void => {
        forget();
        signal.removeEventListener("abort", leave);
      };
      const leave = (): void => {
        stop();
        fail(signal.reason as Error);
      };
      const forget = this.listen((call) => {
        if (!isWanted(call)) return;
        stop();
        found(showCall(call));
      });
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave);
    });
  }

  /** Removes all calls. Numbers continue. */
  clear(): void {
    this.#calls.clear();
    this.#bytes = 0;
  }

  #grow(call: RecordedCall, bytes: number): void {
    const size = this.#calls.get(call);
    // The call was dropped because it was among the oldest.
    if (size === undefined) return;
    this.#calls.set(call, size + bytes);
    this.#bytes += bytes;
    for (const [oldest, oldestBytes] of this.#calls) {
      if (this.#bytes <= this.#limits.maxBytes && this.#calls.size <= this.#limits.maxCalls) return;
      this.#calls.delete(oldest);
      this.#bytes -= oldestBytes;
    }
  }
}

/** Returns a copy of a call for people and programs. */
export function showCall(call: RecordedCall): ReceivedCall {
  const shown: ReceivedCall & { startedAtMs?: number } = { ...call, message: call.message?.toJson() };
  delete shown.startedAtMs;
  return shown;
}

function omittedMessage(byteLength: number): RecordedMessage {
  return {
    byteLength: 0,
    toJson: () => ({ unprintable: `${byteLength} bytes are more than the log of calls stores` }),
  };
}

function countCharacters(metadata: ReceivedCall["metadata"]): number {
  const characters = Object.entries(metadata).flatMap(([name, values]) => [name, ...values]);
  return characters.reduce((sum, text) => sum + text.length, 0);
}

/** Converts headers or fields of a form to plain data. Credentials are replaced by a digest. */
export function showHeaders(
  headers: Iterable<readonly [name: string, values: readonly string[]]>,
): Record<string, string[]> {
  return Object.fromEntries(
    Array.from(headers, ([name, values]) => [
      name,
      isSecretHeader(name) ? values.map(hideToken) : [...values],
    ]),
  );
}

function hideToken(value: string): string {
  const [, scheme = "", secret = ""] = /^(Bearer +|Basic +)?(.*)$/is.exec(value) ?? [];
  return `${scheme}sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 16)}`;
}
