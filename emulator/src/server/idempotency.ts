import { createHash } from "node:crypto";
import { usualHeaders } from "../descriptors/header-names.js";
import { badRequest } from "../errors/refused-call.js";
import type { StatusError } from "../errors/status-error.js";
import type { Reply } from "../methods/invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

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

/** A remembered call that was saved, and is read when its key comes again. */
export interface UnreadCall {
  readonly name: string;
  readonly expiresAtMs: number;
  read(): RememberedCall;
}

/** Says that a call changes something before it ends, and what its reply will be, where that is known. */
export type NoteEffect = (reply?: Reply) => void;

/** Shortest key that is taken (docs/conventions.md, "Idempotency"); a UUID has 36 characters. */
const minKeyLength = 16;
const maxKeyLength = 256;

/**
 * Remembers calls by their idempotency keys (docs/conventions.md, "Idempotency"): a call that is
 * repeated with its key gets the answer of the first, also while that one is
 * still being answered, and is not carried out again. A call that failed left
 * no effect, so its key is free again. A call that had an effect, and whose end
 * a stop of the emulator prevented, is not carried out again either.
 */
export class IdempotencyKeys {
  readonly #calls = new Map<string, KeyedCall | UnreadCall>();
  readonly #lifetimeMs: number;
  readonly #header: string;
  #changed: (name: string, before: RememberedCall | undefined) => void = () => {};

  /** @param header name of the header that carries keys */
  constructor(lifetimeMs: number, header: string = usualHeaders.idempotencyKey) {
    this.#lifetimeMs = lifetimeMs;
    this.#header = header;
  }

  /** Calls the function, from now on, for each key whose call is answered, or that is forgotten, with what was remembered before. */
  watch(changed: (name: string, before: RememberedCall | undefined) => void): void {
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
    expectKey(call.key, this.#header);
    this.#forgetExpired(call.nowMs);
    // No key has a slash.
    const name = `${call.key}/${call.scope}`;
    const earlier = this.#get(name);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== call.fingerprint) throw keyOfAnother(this.#header);
      if (earlier.reply === undefined) throw brokenOff(this.#header);
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
      this.#change(name, () => {
        keyed.hasEffect = true;
        keyed.answer = reply ?? keyed.answer;
      });
    });
    try {
      const answer = await keyed.reply;
      this.#change(name, () => (keyed.answer = answer));
      return { reply: answer, isReplay: false };
    } catch (error) {
      this.#change(name, () => this.#calls.delete(name));
      throw error;
    }
  }

  /** The calls that were answered, or have had an effect; those that were not read yet stay so. */
  remembered(): (RememberedCall | UnreadCall)[] {
    return Array.from(this.#calls, ([name, call]) =>
      "read" in call ? call : this.rememberedAs(name),
    ).filter((call) => call !== undefined);
  }

  /** Returns the call with that name. Returns undefined if it does not exist or has neither an answer nor an effect. */
  rememberedAs(name: string): RememberedCall | undefined {
    const call = this.#get(name);
    if (call === undefined || (call.answer === undefined && !call.hasEffect)) return undefined;
    const { fingerprint, expiresAtMs, answer } = call;
    return { name, fingerprint, expiresAtMs, reply: answer };
  }

  /** Restores a saved call without notifying watchers. */
  restore(call: RememberedCall | UnreadCall): void {
    // A map keeps the place of a key that it has; calls are in the order of their ends.
    this.#calls.delete(call.name);
    this.#calls.set(call.name, "read" in call ? call : keyedCall(call));
  }

  #get(name: string): KeyedCall | undefined {
    const known = this.#calls.get(name);
    if (known === undefined || !("read" in known)) return known;
    const call = keyedCall(known.read());
    this.#calls.set(name, call);
    return call;
  }

  /** Forgets a call, as if it had never been made, without notifying watchers. */
  forget(name: string): void {
    this.#calls.delete(name);
  }

  /** Keys live equally long, so the map is in the order of their ends. */
  #forgetExpired(nowMs: number): void {
    for (const [name, { expiresAtMs }] of this.#calls) {
      if (expiresAtMs > nowMs) return;
      this.#change(name, () => this.#calls.delete(name));
    }
  }

  /** Changes what is remembered under a name, and tells who watches. */
  #change(name: string, change: () => void): void {
    const before = this.rememberedAs(name);
    change();
    this.#changed(name, before);
  }
}

function keyedCall({ fingerprint, expiresAtMs, reply }: RememberedCall): KeyedCall {
  const known = reply === undefined ? undefined : Promise.resolve(reply);
  return { fingerprint, expiresAtMs, reply: known, answer: reply, hasEffect: true };
}

/** Computes the fingerprint of a call. Two calls are the same if their method, request and reset mask are equal. */
export function fingerprint(method: string, request: Uint8Array, mask: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([method, mask]))
    .update(request)
    .digest("base64url");
}

function expectKey(key: string, header: string): void {
  if (/^[A-Za-z0-9-]+$/.test(key) && key.length >= minKeyLength && key.length <= maxKeyLength) return;
  throw badRequest(
    header,
    `must be ${minKeyLength} to ${maxKeyLength} characters of A-Z, a-z, 0-9 and -; a random UUID is best`,
  );
}

function brokenOff(header: string): StatusError {
  return new RefusedCall(
    "CONFLICT",
    "ABORTED",
    `the emulator was stopped while it was executing this call: check what the call has done, then decide again, with a new ${header}`,
    { name: "OperationAborted", retryType: "UNIT_OF_WORK" },
  );
}

function keyOfAnother(header: string): StatusError {
  return badRequest(header, "the key was used with another request; every call needs a key of its own");
}
