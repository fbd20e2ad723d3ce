import { createHash } from "node:crypto";
import { badRequest, type StatusError } from "../errors/status-error.js";
import type { Reply } from "../methods/invocation.js";

/** The answer to a call, and whether it is that of an earlier one. */
export interface KeyedReply {
  readonly reply: Reply;
  readonly isReplay: boolean;
}

/** A call that is being carried out, or has been. */
interface KeyedCall {
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  readonly reply: Promise<Reply>;
  /** The reply, once there is one. */
  answer: Reply | undefined;
}

/** A call that was answered, with the name that its key has among all. */
export interface RememberedCall {
  readonly name: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  readonly reply: Reply;
}

/** Shortest key that counts as "sufficiently long" (seed section 4); a UUID has 36 characters. */
const shortestKey = 16;
const longestKey = 256;

/**
 * Remembers calls by their idempotency keys (seed section 4): a call that is
 * repeated with its key gets the answer of the first, also while that one is
 * still being answered, and is not carried out again. A call that failed left
 * no effect, so its key is free again.
 */
export class IdempotencyKeys {
  readonly #calls = new Map<string, KeyedCall>();
  readonly #lifetimeMs: number;
  #changed: (name: string) => void = () => {};

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** Calls the function, from now on, for each key whose call is answered, or that is forgotten. */
  watch(changed: (name: string) => void): void {
    this.#changed = changed;
  }

  /**
   * Carries a call out, or answers as the earlier call of that key was.
   *
   * @param scope whose key it is: keys of different accounts are different
   * @throws INVALID_ARGUMENT when the key is malformed, or was used with
   *   another request
   */
  async run(
    call: {
      readonly key: string;
      readonly scope: string;
      readonly fingerprint: string;
      readonly nowMs: number;
    },
    carryOut: () => Promise<Reply>,
  ): Promise<KeyedReply> {
    expectKey(call.key);
    this.#forgetExpired(call.nowMs);
    const name = JSON.stringify([call.scope, call.key]);
    const earlier = this.#calls.get(name);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== call.fingerprint) throw keyOfAnother();
      return { reply: await earlier.reply, isReplay: true };
    }
    const reply = carryOut();
    const expiresAtMs = call.nowMs + this.#lifetimeMs;
    const keyed: KeyedCall = { fingerprint: call.fingerprint, expiresAtMs, reply, answer: undefined };
    this.#calls.set(name, keyed);
    try {
      keyed.answer = await reply;
      this.#changed(name);
      return { reply: keyed.answer, isReplay: false };
    } catch (error) {
      this.#calls.delete(name);
      throw error;
    }
  }

  /** The calls that were answered. */
  answered(): RememberedCall[] {
    return [...this.#calls.keys()].flatMap((name) => this.answeredAs(name) ?? []);
  }

  /** The call of that name; undefined where there is none, or no answer yet. */
  answeredAs(name: string): RememberedCall | undefined {
    const { fingerprint, expiresAtMs, answer } = this.#calls.get(name) ?? {};
    if (fingerprint === undefined || expiresAtMs === undefined || answer === undefined) return undefined;
    return { name, fingerprint, expiresAtMs, reply: answer };
  }

  /** Puts a saved call back. */
  restore({ name, fingerprint, expiresAtMs, reply }: RememberedCall): void {
    this.#calls.set(name, { fingerprint, expiresAtMs, reply: Promise.resolve(reply), answer: reply });
  }

  /** Keys live equally long, so the map is in the order of their ends. */
  #forgetExpired(nowMs: number): void {
    for (const [name, { expiresAtMs }] of this.#calls) {
      if (expiresAtMs > nowMs) return;
      this.#calls.delete(name);
      this.#changed(name);
    }
  }
}

/** What makes two calls the same: method, request and reset mask. */
export function fingerprint(method: string, request: Uint8Array, mask: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([method, mask]))
    .update(request)
    .digest("base64url");
}

function expectKey(key: string): void {
  if (/^[A-Za-z0-9-]+$/.test(key) && key.length >= shortestKey && key.length <= longestKey) return;
  throw badRequest(
    "X-Idempotency-Key",
    `must be ${shortestKey} to ${longestKey} characters of A-Z, a-z, 0-9 and -; a random UUID is best`,
  );
}

function keyOfAnother(): StatusError {
  return badRequest(
    "X-Idempotency-Key",
    "the key was used with another request; every call needs a key of its own",
  );
}
