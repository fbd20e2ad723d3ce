import { createHash } from "node:crypto";
import { badRequest, StatusError } from "../errors/status-error.js";
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
  /** Undefined when a stop of the emulator broke the call off. */
  reply: Promise<Reply> | undefined;
  /** The reply, once it is known. */
  answer: Reply | undefined;
  /** It has changed something already. */
  hasEffect: boolean;
}

/** A call that was answered, or has had an effect, with the name that its key has among all. */
export interface RememberedCall {
  readonly name: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** Undefined when it is not known: the call has not ended. */
  readonly reply: Reply | undefined;
}

/** Says that a call changes something before it ends, and what its reply will be, where that is known. */
export type NoteEffect = (reply?: Reply) => void;

/** Shortest key that is taken (docs/conventions.md, "Idempotency"); a UUID has 36 characters. */
const shortestKey = 16;
const longestKey = 256;

/**
 * Remembers calls by their idempotency keys (docs/conventions.md, "Idempotency"): a call that is
 * repeated with its key gets the answer of the first, also while that one is
 * still being answered, and is not carried out again. A call that failed left
 * no effect, so its key is free again. A call that had an effect, and whose end
 * a stop of the emulator prevented, is not carried out again either.
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
   *   another request; ABORTED when the call had an effect and was broken off
   */
  async run(
    call: {
      readonly key: string;
      readonly scope: string;
      readonly fingerprint: string;
      readonly nowMs: number;
    },
    carryOut: (noteEffect: NoteEffect) => Promise<Reply>,
  ): Promise<KeyedReply> {
    expectKey(call.key);
    this.#forgetExpired(call.nowMs);
    const name = JSON.stringify([call.scope, call.key]);
    const earlier = this.#calls.get(name);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== call.fingerprint) throw keyOfAnother();
      if (earlier.reply === undefined) throw brokenOff();
      return { reply: await earlier.reply, isReplay: true };
    }
    const expiresAtMs = call.nowMs + this.#lifetimeMs;
    const keyed: KeyedCall = {
      fingerprint: call.fingerprint,
      expiresAtMs,
      reply: undefined,
      answer: undefined,
      hasEffect: false,
    };
    this.#calls.set(name, keyed);
    keyed.reply = carryOut((reply) => {
      keyed.hasEffect = true;
      keyed.answer = reply ?? keyed.answer;
      this.#changed(name);
    });
    try {
      keyed.answer = await keyed.reply;
      this.#changed(name);
      return { reply: keyed.answer, isReplay: false };
    } catch (error) {
      this.#calls.delete(name);
      this.#changed(name);
      throw error;
    }
  }

  /** The calls that were answered, or have had an effect. */
  remembered(): RememberedCall[] {
    return [...this.#calls.keys()].flatMap((name) => this.rememberedAs(name) ?? []);
  }

  /** The call of that name; undefined where there is none, or none with an answer or an effect. */
  rememberedAs(name: string): RememberedCall | undefined {
    const call = this.#calls.get(name);
    if (call === undefined || (call.answer === undefined && !call.hasEffect)) return undefined;
    const { fingerprint, expiresAtMs, answer } = call;
    return { name, fingerprint, expiresAtMs, reply: answer };
  }

  /** Puts a saved call back. */
  restore({ name, fingerprint, expiresAtMs, reply }: RememberedCall): void {
    this.#calls.set(name, {
      fingerprint,
      expiresAtMs,
      reply: reply === undefined ? undefined : Promise.resolve(reply),
      answer: reply,
      hasEffect: true,
    });
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

function brokenOff(): StatusError {
  return new StatusError(
    "ABORTED",
    "the emulator was stopped while it was executing this call: check what the call has done, then decide again, with a new X-Idempotency-Key",
    { name: "OperationAborted", retryType: "UNIT_OF_WORK" },
  );
}

function keyOfAnother(): StatusError {
  return badRequest(
    "X-Idempotency-Key",
    "the key was used with another request; every call needs a key of its own",
  );
}
