/** Records every attempt that arrived, with its headers and outcome but without its secrets, for tests to inspect. */
import { createHash } from "node:crypto";
import type { JsonValue } from "@bufbuild/protobuf";
import { isSecretHeader } from "@stratus/runtime/guide";
import type { Attempt } from "./attempt.js";

/** A request in the report. It is stored as bytes, and converted when the report is read. */
export interface RecordedMessage {
  readonly byteLength: number;
  /** The request as JSON, without secrets. */
  readonly toJson: () => JsonValue;
}

/** An attempt in the report, which changes until it ends. */
export type RecordedAttempt = { -readonly [Key in keyof Omit<Attempt, "message">]: Attempt[Key] } & {
  message: RecordedMessage | undefined;
};

/** The limits of a report. Older attempts are dropped. */
export interface ReportLimits {
  readonly maxAttempts: number;
  readonly maxBytes: number;
}

/** The estimated size of an attempt, in bytes, without its texts. */
const attemptBytes = 1024;

/** Stores attempts in order of arrival. */
export class Report {
  /** The attempts with their sizes in bytes. */
  readonly #attempts = new Map<RecordedAttempt, number>();
  readonly #limits: ReportLimits;
  #bytes = 0;

  constructor(limits: ReportLimits) {
    this.#limits = limits;
  }

  /** Adds an attempt that has arrived. The caller sets its outcome in the result. */
  open(arrival: Pick<Attempt, "time" | "method" | "authority" | "metadata" | "deadline">): RecordedAttempt {
    const attempt: RecordedAttempt = {
      ...arrival,
      message: undefined,
      account: undefined,
      fault: undefined,
      isReplay: false,
      isDefault: false,
      code: undefined,
      reason: undefined,
      error: "",
    };
    this.#attempts.set(attempt, 0);
    this.#grow(attempt, attemptBytes + countCharacters(arrival.metadata));
    return attempt;
  }

  /** Stores the request of an attempt, or the first message of a stream. */
  recordRequest(attempt: RecordedAttempt, message: RecordedMessage): void {
    if (attempt.message !== undefined) return;
    // One large request must not displace all others.
    const fits = message.byteLength <= this.#limits.maxBytes / 4;
    attempt.message = fits ? message : omittedMessage(message.byteLength);
    this.#grow(attempt, fits ? message.byteLength : 0);
  }

  /** Returns copies of the attempts. */
  attempts(): Attempt[] {
    return Array.from(this.#attempts.keys(), (attempt) => ({
      ...attempt,
      message: attempt.message?.toJson(),
    }));
  }

  /** Removes all attempts. */
  clear(): void {
    this.#attempts.clear();
    this.#bytes = 0;
  }

  #grow(attempt: RecordedAttempt, bytes: number): void {
    const size = this.#attempts.get(attempt);
    // The attempt was dropped because it was among the oldest.
    if (size === undefined) return;
    this.#attempts.set(attempt, size + bytes);
    this.#bytes += bytes;
    for (const [oldest, oldestBytes] of this.#attempts) {
      if (this.#bytes <= this.#limits.maxBytes && this.#attempts.size <= this.#limits.maxAttempts) return;
      this.#attempts.delete(oldest);
      this.#bytes -= oldestBytes;
    }
  }
}

function omittedMessage(byteLength: number): RecordedMessage {
  return {
    byteLength: 0,
    toJson: () => ({ unprintable: `${byteLength} bytes are more than the report stores` }),
  };
}

function countCharacters(metadata: Attempt["metadata"]): number {
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
