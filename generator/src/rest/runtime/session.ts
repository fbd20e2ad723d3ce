import { makeCall, type Call } from "./call.js";
import type { Input, OperationOptions } from "./call-options.js";
import { createDescription, findReceiver } from "./describe-call.js";
import type { Issue } from "./error.js";
import type { Operation } from "./operation.js";
import type { ClientOptions } from "./options.js";
import { runCall } from "./run-call.js";
import { readSettings, type MoreOptions, type Settings } from "./settings.js";

/**
 * The options that operations are called with, such as the URL of the API. It has
 * no connection, so it needs no closing. Printing it shows no header.
 */
export class Session {
  readonly #settings: Settings;

  /** Throws an `OptionsError` for invalid options. `more` has the names of additional options of the package. */
  constructor(options: ClientOptions, more?: MoreOptions) {
    this.#settings = readSettings(options, more);
  }

  /** Calls an operation. Throws `NOT_FOUND` for a resource that does not exist. */
  call<T, ByStatus = unknown>(
    operation: Operation<T>,
    input: Input,
    options?: OperationOptions,
  ): Call<T, ByStatus> {
    return this.#run(operation, input, options, false) as Call<T, ByStatus>;
  }

  /** Calls an operation. Returns undefined for a resource that does not exist. */
  find<T>(operation: Operation<T>, input: Input, options?: OperationOptions): Call<T | undefined> {
    return this.#run(operation, input, options, true);
  }

  // @if pages
  /** Reports a difference of a list from its description. A report never fails. */
  async reportDifference(operation: string, issue: Issue): Promise<void> {
    if (this.#settings.validate === "off") return;
    const drift = await import("./drift.js").catch(() => undefined);
    drift?.reportDrift(this.#settings, operation, [issue]);
  }

  /** Runs a call. One that is to describe itself is not sent and never settles. */
  #run<T>(
    operation: Operation<T>,
    input: Input,
    options: OperationOptions | undefined,
    isNotFoundAllowed: boolean,
  ): Call<T | undefined> {
    const receive = findReceiver(options);
    if (!receive) return makeCall(runCall(this.#settings, operation, input, options, isNotFoundAllowed));
    receive(createDescription(this.#settings, operation, input, options));
    return makeCall(new Promise(() => undefined));
  }
}
