/* Copied by `stratus openapi` from src/rest/runtime/session.ts of protoc-gen-stratus. DO NOT EDIT. */
import { makeCall, type Answer, type Call } from "./call.js";
import type { Input, SentOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import type { ClientOptions } from "./options.js";
import { answerTo } from "./send.js";
import { readSettings, type Settings } from "./settings.js";

/**
 * What operations are called with: where the API is, and how to behave. Holds
 * no connection, so there is nothing to close. Printing it shows no header.
 */
export class Session {
  readonly #settings: Settings;

  /** `more` names options that a package has besides. Throws an `OptionsError` for options that cannot work. */
  constructor(options: ClientOptions, more?: Readonly<Record<string, null>>) {
    this.#settings = readSettings(options, more);
  }

  /** Calls an operation; a resource that does not exist is a `NOT_FOUND` error. */
  call<T, Told = unknown>(operation: Operation<T>, input: Input, options?: SentOptions): Call<T, Told> {
    return makeCall(answerTo(this.#settings, operation, input, options, false) as Promise<Answer<T> & Told>);
  }

  /** Calls an operation; a resource that does not exist is `undefined`. */
  find<T>(operation: Operation<T>, input: Input, options?: SentOptions): Call<T | undefined> {
    return makeCall(answerTo(this.#settings, operation, input, options, true));
  }
}
