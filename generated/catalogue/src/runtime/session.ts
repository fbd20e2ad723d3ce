/* Carried along by `stratus openapi` from rest-runtime/session.ts of protoc-gen-stratus. DO NOT EDIT. */
import { callOf, type Answer, type Call } from "./call.js";
import type { SentOptions, Input, Operation } from "./operation.js";
import type { ClientOptions } from "./options.js";
import { answerTo } from "./send.js";
import { settingsOf, type Settings } from "./settings.js";

/**
 * What operations are called with: where the API is, and how to behave. Holds
 * no connection, so there is nothing to close. Printing it shows no header.
 */
export class Session {
  readonly #settings: Settings;

  /** Throws `INVALID_ARGUMENT` for options that cannot work; `more` names those that a package has besides. */
  constructor(options: ClientOptions, more?: readonly string[]) {
    this.#settings = settingsOf(options, more);
  }

  /** Calls an operation; a resource that does not exist is a `NOT_FOUND` error. */
  call<T, Told = unknown>(operation: Operation<T>, input: Input, options?: SentOptions): Call<T, Told> {
    return callOf(answerTo(this.#settings, operation, input, options, false) as Promise<Answer<T> & Told>);
  }

  /** Calls an operation; a resource that does not exist is `undefined`. */
  find<T>(operation: Operation<T>, input: Input, options?: SentOptions): Call<T | undefined> {
    return callOf(answerTo(this.#settings, operation, input, options, true));
  }
}
