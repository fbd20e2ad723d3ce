/**
 * What tests look into: every attempt that arrived, with its headers and its
 * end, and without its secrets.
 */
import { createHash } from "node:crypto";
import type { Metadata } from "@grpc/grpc-js";
import type { Attempt } from "./attempt.js";

/** An attempt that is being recorded. */
export type OpenAttempt = { -readonly [Key in keyof Attempt]: Attempt[Key] };

/** The attempts that the emulator saw, in order of arrival; the oldest go when there are too many. */
export class Report {
  readonly #attempts: OpenAttempt[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
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
      error: "",
    };
    this.#attempts.push(attempt);
    if (this.#attempts.length > this.#limit) this.#attempts.shift();
    return attempt;
  }

  /** Copies of the attempts. */
  attempts(): Attempt[] {
    return this.#attempts.map((attempt) => ({ ...attempt }));
  }

  /** Forgets all attempts. */
  clear(): void {
    this.#attempts.length = 0;
  }
}

/** Headers as plain data. What may give access is replaced by a digest. */
export function showMetadata(metadata: Metadata): Record<string, string[]> {
  return showHeaders(
    Object.keys(metadata.getMap()).map((name) => {
      const values = metadata.get(name);
      return [name, values.map((value) => (typeof value === "string" ? value : value.toString("base64")))];
    }),
  );
}

/** Headers or fields of a form as plain data. What may give access is replaced by a digest. */
export function showHeaders(
  headers: Iterable<readonly [name: string, values: readonly string[]]>,
): Record<string, string[]> {
  return Object.fromEntries(
    Array.from(headers, ([name, values]) => [name, isSecret(name) ? values.map(hideToken) : [...values]]),
  );
}

function isSecret(name: string): boolean {
  // RFC 8693 has fields whose names only speak of the type of a token.
  return /authorization|token(?!_type)|cookie|secret|password|api-?key|credential/i.test(name);
}

function hideToken(value: string): string {
  const [, scheme = "", secret = ""] = /^(Bearer +|Basic +)?(.*)$/is.exec(value) ?? [];
  return `${scheme}sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 16)}`;
}
