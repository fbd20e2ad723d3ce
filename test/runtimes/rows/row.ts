import assert from "node:assert/strict";
import type { InteropOptions } from "../../../generated/interop/index.js";
import { lineTo, type Line } from "../../interop/cases/target.js";

/** What the client is told about the servers that stand for it. */
export type Facts = Readonly<Record<string, string>>;

/** The servers of a row: they run in this process, and the client in one of the runtime that is looked at. */
export interface Stand extends AsyncDisposable {
  readonly facts: Facts;
  /** What must be true at the servers when the client has ended. Throws where it is not. */
  judge?(): void | Promise<void>;
}

/** One thing that must hold on every runtime. */
export interface Row {
  /** What holds, as a sentence. */
  readonly name: string;
  serve(): Promise<Stand>;
  /** What the client does. It rejects where something is wrong; then its process has to end by itself. */
  call(facts: Facts): Promise<void>;
}

/** A fact that the servers have given. */
export function fact(facts: Facts, name: string): string {
  return facts[name] ?? assert.fail(`the servers say nothing about ${name}`);
}

/** A session with the server of a row, without TLS. */
export function plainLine(facts: Facts, options: Partial<InteropOptions> = {}): Line {
  const address = fact(facts, "address");
  return lineTo({ address, isSecure: false, seesCompression: false, compresses: "nothing" }, options);
}

/** Quick retries. */
export const retrying = { retry: { baseDelayMs: 1, maxDelayMs: 5 } } as const;

/** What a promise rejects with; it must. */
export async function rejectionOf(
  call: PromiseLike<unknown>,
): Promise<Error & { code?: string; text?: string }> {
  const outcome: unknown = await Promise.resolve(call).then(
    () => assert.fail("the call succeeded"),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Error, String(outcome));
  return outcome;
}

/** Waits until something is true, at most ten seconds. */
export async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isTrue(); turn++) await pause(10);
  assert.ok(isTrue(), what);
}

/** Waits for some milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** An array of what a function makes. */
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
