/* Carried along by `stratus openapi`. DO NOT EDIT. */
import { outcomeOf } from "./answer.js";
import { callOf, type Answer, type Call } from "./call.js";
import type { ApiError } from "./error.js";
import type { CallOptions, Input, Operation } from "./operation.js";
import type { ClientOptions } from "./options.js";
import { prepare } from "./request.js";
import { send } from "./send.js";
import { settingsOf, type Settings } from "./settings.js";

/**
 * What operations are called with: where the API is, and how to behave. Holds
 * no connection, so there is nothing to close. Printing it shows no header.
 */
export class Session {
  readonly #settings: Settings;

  /** Throws `INVALID_ARGUMENT` for options that cannot work. */
  constructor(options: ClientOptions) {
    this.#settings = settingsOf(options);
  }

  /** Calls an operation; a resource that does not exist is a `NOT_FOUND` error. */
  call<T>(operation: Operation<T>, input: Input, options?: CallOptions): Call<T> {
    return callOf(this.#run(operation, input, options, throwMiss));
  }

  /** Calls an operation; a resource that does not exist is `undefined`. */
  find<T>(operation: Operation<T>, input: Input, options?: CallOptions): Call<T | undefined> {
    return callOf(this.#run(operation, input, options, () => undefined));
  }

  async #run<T, M>(
    operation: Operation<T>,
    input: Input,
    options: CallOptions = {},
    onMiss: (error: ApiError) => M,
  ): Promise<Answer<T | M>> {
    const settings = this.#settings;
    const request = prepare(settings.baseUrl, operation, input, options);
    const reply = await send(settings, request, options);
    const { data, miss } = await outcomeOf(settings, operation, request.label, reply);
    const { response, attempts, isCached } = reply;
    return { data: miss ? onMiss(miss) : (data as T), response, attempts, isCached };
  }
}

function throwMiss(error: ApiError): never {
  throw error;
}
