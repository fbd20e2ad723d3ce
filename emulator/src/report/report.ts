/** Records every attempt that arrived, with its headers and outcome but without its secrets, for tests to inspect. */
import { createHash } from "node:crypto";
import type { JsonValue } from "@bufbuild/protobuf";
import { isSecretHeader } from "@stratus/runtime/guide";
import type { Attempt } from "./attempt.js";

/** A request as the report keeps it: in few bytes, until somebody looks at it. */
export interface KeptMessage {
  readonly byteLength: number;
  /** The request as JSON, without secrets. */
  readonly toJson: () => JsonValue;
}

/** An attempt that is being recorded. */
export type OpenAttempt = { -readonly [Key in keyof Omit<Attempt, "message">]: Attempt[Key] } & {
  message: KeptMessage | undefined;
};

/** How much a report keeps. */
export interface ReportLimits {
  readonly attempts: number;
  readonly bytes: number;
}

/** The estimated size of an attempt, in bytes, without its texts. */
const attemptBytes = 1024;

/**
 * The attempts that the emulator saw, in order of arrival; the oldest go when
 * there are too many, or their headers and requests take too many bytes.
 */
export class Report {
  /** With what each takes. */
  readonly #attempts = new Map<OpenAttempt, number>();
  readonly #limits: ReportLimits;
  #bytes = 0;

  constructor(limits: ReportLimits) {
    this.#limits = limits;
  }

  /** Notes that an attempt arrived; what becomes of it is written into the result. */
  open(arrival: Pick<Attempt, "time" | "method" | "authority" | "metadata" | "deadline">): OpenAttempt {
    const attempt: OpenAttempt = {
      ...arrival,
      message: undefined,
      account: undefined,
      fault: undefined,
      isReplay: false,
      code: undefined,
      reason: undefined,
      error: "",
    };
    this.#attempts.set(attempt, 0);
    this.#grow(attempt, attemptBytes + countCharacters(arrival.metadata));
    return attempt;
  }

  /** Notes the request of an attempt; of a stream, the first. */
  keep(attempt: OpenAttempt, message: KeptMessage): void {
    if (attempt.message !== undefined) return;
    // One request alone does not push all others out.
    const isKept = message.byteLength <= this.#limits.bytes / 4;
    attempt.message = isKept ? message : tooLarge(message.byteLength);
    this.#grow(attempt, isKept ? message.byteLength : 0);
  }

  /** Copies of the attempts. */
  attempts(): Attempt[] {
    return Array.from(this.#attempts.keys(), (attempt) => ({
      ...attempt,
      message: attempt.message?.toJson(),
    }));
  }

  /** Forgets all attempts. */
  clear(): void {
    this.#attempts.clear();
    this.#bytes = 0;
  }

  #grow(attempt: OpenAttempt, bytes: number): void {
    const size = this.#attempts.get(attempt);
    // It was among the oldest, and has gone.
    if (size === undefined) return;
    this.#attempts.set(attempt, size + bytes);
    this.#bytes += bytes;
    for (const [oldest, oldestBytes] of this.#attempts) {
      if (this.#bytes <= this.#limits.bytes && this.#attempts.size <= this.#limits.attempts) return;
      this.#attempts.delete(oldest);
      this.#bytes -= oldestBytes;
    }
  }
}

function tooLarge(byteLength: number): KeptMessage {
  return {
    byteLength: 0,
    toJson: () => ({ unprintable: `${byteLength} bytes are more than the report keeps` }),
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
