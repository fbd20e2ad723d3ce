import { outcomeOf } from "./answer.js";
import { Call, type Answer } from "./call.js";
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
    return new Call(
      this.#run(operation, input, options, (miss): never => {
        throw miss;
      }),
    );
  }

  /** Calls an operation; a resource that does not exist is `undefined`. */
  find<T>(operation: Operation<T>, input: Input, options?: CallOptions): Call<T | undefined> {
    return new Call(this.#run(operation, input, options, () => undefined));
  }

  async #run<T, M>(
    operation: Operation<T>,
    input: Input,
    options: CallOptions = {},
    onMiss: (error: unknown) => M,
  ): Promise<Answer<T | M>> {
    const request = prepare(this.#settings.baseUrl, operation, input, options);
    const reply = await send(this.#settings, request, options);
    const outcome = await outcomeOf(this.#settings, operation, request.request, reply);
    const data = "data" in outcome ? outcome.data : onMiss(outcome.miss);
    const { response, attempts, isCached } = reply;
    return { data, response, attempts, isCached };
  }
}
