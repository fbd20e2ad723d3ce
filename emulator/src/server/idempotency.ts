import { createHash } from "node:crypto";
import { defaultHeaders } from "../descriptors/header-names.js";
import { badRequest } from "../errors/refused-call.js";
import type { StatusError } from "../errors/status-error.js";
import type { Reply } from "../methods/invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/** The reply to a call, and whether it is the reply of an earlier call. */
export interface KeyedReply {
  readonly reply: Reply;
  readonly isReplay: boolean;
}

/** A call that is active or has ended. */
interface KeyedCall {
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** Undefined if the emulator stopped during the call. */
  reply: Promise<Reply> | undefined;
  /** The reply, when it is known. */
  answer: Reply | undefined;
  /** Whether the call has already changed something. */
  hasEffect: boolean;
}

/** A call that has a reply or an effect, by its key and scope. */
export interface StoredCall {
  readonly name: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** Undefined if the call has not ended. */
  readonly reply: Reply | undefined;
}

/** A saved call, which is loaded when its key is used again. */
export interface LazyCall {
  readonly name: string;
  readonly expiresAtMs: number;
  read(): StoredCall;
}

/** Reports that a call has had an effect before it ends, and its reply if that is known. */
export type ReportEffect = (reply?: Reply) => void;

/** The minimum length of a key (docs/conventions.md, "Idempotency"). A UUID has 36 characters. */
const minKeyLength = 16;
const maxKeyLength = 256;

/**
 * Stores calls by their idempotency keys (docs/conventions.md, "Idempotency"). A repeated call is not executed again, but returns the
 * reply of the first, even if that is still active. A failed call has no effect, so its key can be used again. A call that had an
 * effect when the emulator stopped is not executed again either.
 */
export class IdempotencyKeys {
  readonly #calls = new Map<string, KeyedCall | LazyCall>();
  readonly #lifetimeMs: number;
  readonly #header: string;
  #changed: (name: string, before: StoredCall | undefined) => void = () => {};

  /** @param header the name of the header of keys */
  constructor(lifetimeMs: number, header: string = defaultHeaders.idempotencyKey) {
    this.#lifetimeMs = lifetimeMs;
    this.#header = header;
  }

  /** Sets a function that is called for each change of a stored call, with the previous one. */
  watch(changed: (name: string, before: StoredCall | undefined) => void): void {
    this.#changed = changed;
  }

  /**
   * Executes a call, or returns the reply of the earlier call with its key.
   *
   * @param scope the account of the key: keys of different accounts are independent
   * @throws INVALID_ARGUMENT if the key is malformed or was used with another request; ABORTED if the emulator stopped after the
   *   call had an effect
   */
  async run(
    call: {
      readonly key: string;
      readonly scope: string;
      readonly fingerprint: string;
      readonly nowMs: number;
    },
    execute: (reportEffect: ReportEffect) => Promise<Reply>,
  ): Promise<KeyedReply> {
    validateKey(call.key, this.#header);
    this.#removeExpired(call.nowMs);
    // Keys contain no slash.
    const name = `${call.key}/${call.scope}`;
    const earlier = this.#get(name);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== call.fingerprint) throw createReusedKeyError(this.#header);
      if (earlier.reply === undefined) throw createInterruptedError(this.#header);
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
    keyed.reply = execute((reply) => {
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

  /** Returns the calls that have a reply or an effect. Those that are not loaded yet remain so. */
  storedCalls(): (StoredCall | LazyCall)[] {
    return Array.from(this.#calls, ([name, call]) => ("read" in call ? call : this.getStored(name))).filter(
      (call) => call !== undefined,
    );
  }

  /** Returns the call with that name. Returns undefined if it does not exist or has neither an answer nor an effect. */
  getStored(name: string): StoredCall | undefined {
    const call = this.#get(name);
    if (call === undefined || (call.answer === undefined && !call.hasEffect)) return undefined;
    const { fingerprint, expiresAtMs, answer } = call;
    return { name, fingerprint, expiresAtMs, reply: answer };
  }

  /** Restores a saved call without notifying watchers. */
  restore(call: StoredCall | LazyCall): void {
    // An existing key would keep its position in the map, but calls are in the order of expiry.
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

  /** Removes a call without notifying watchers. */
  forget(name: string): void {
    this.#calls.delete(name);
  }

  /** Removes expired calls. All keys have the same lifetime, so the map is in the order of expiry. */
  #removeExpired(nowMs: number): void {
    for (const [name, { expiresAtMs }] of this.#calls) {
      if (expiresAtMs > nowMs) return;
      this.#change(name, () => this.#calls.delete(name));
    }
  }

  /** Changes a stored call, and notifies the watcher. */
  #change(name: string, change: () => void): void {
    const before = this.getStored(name);
    change();
    this.#changed(name, before);
  }
}

function keyedCall({ fingerprint, expiresAtMs, reply }: StoredCall): KeyedCall {
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

function validateKey(key: string, header: string): void {
  if (/^[A-Za-z0-9-]+$/.test(key) && key.length >= minKeyLength && key.length <= maxKeyLength) return;
  throw badRequest(
    header,
    `must be ${minKeyLength} to ${maxKeyLength} characters of A-Z, a-z, 0-9 and -; a random UUID is best`,
  );
}

function createInterruptedError(header: string): StatusError {
  return new RefusedCall(
    "CONFLICT",
    "ABORTED",
    `the emulator was stopped while it was executing this call: check what the call has done, then decide again, with a new ${header}`,
    { name: "OperationAborted", retryType: "UNIT_OF_WORK" },
  );
}

function createReusedKeyError(header: string): StatusError {
  return badRequest(header, "the key was used with another request; send a new key with each new call");
}
