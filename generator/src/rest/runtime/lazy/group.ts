import { makeCall, type CallResponse } from "../call.js";
import { ApiError } from "../error.js";
import { checkNames } from "../names.js";
import { suggestName } from "../similar-name.js";

type Methods = Record<string, (...args: readonly unknown[]) => object>;

/** A call or the pages of a list. Both are possible until the group is loaded. */
type Result = ReturnType<typeof makeCall> & Partial<AsyncIterable<unknown>>;

/**
 * Makes a group of operations whose code is loaded with its first call. Calls wait for the code and are sent even if
 * nobody awaits them. Time limits begin with the request. If the code cannot be loaded, nothing is sent: the call
 * throws `UNAVAILABLE`, and the next call loads the code again. Tests can replace methods.
 */
export function lazyGroup<T extends object>(name: string, load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const loadGroup = (): Promise<T> =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      const why = String((cause as { readonly message?: unknown }).message);
      throw new ApiError("UNAVAILABLE", `the code of ${name} cannot be loaded (${why})`, {
        clientReason: "MODULE_LOAD_FAILED",
        cause,
      });
    }));
  const call = (method: string, args: readonly unknown[]): Result => {
    // Wrapped in an object, because a promise would await the call.
    const made = loadGroup().then((group) => {
      const known = listMethods(group);
      checkNames({ [method]: 0 }, known, `${name}.`, (one) => suggestName(one, known));
      return { result: (group as Methods)[method]?.(...args) as Result };
    });
    const result: Result = makeCall(
      made.then(({ result }) =>
        "withResponse" in result ? result.withResponse() : ({} as CallResponse<unknown>),
      ),
    );
    result[Symbol.asyncIterator] = async function* () {
      // The loop reports a failure from here on.
      result.catch(() => undefined);
      yield* (await made).result as AsyncIterable<unknown>;
    };
    return result;
  };

  return new Proxy<Methods>(
    {},
    {
      get(methods, method) {
        // A group must be neither thenable nor have a `toJSON`.
        if (typeof method === "symbol" || method in methods || method === "then" || method === "toJSON")
          return Reflect.get(methods, method) as unknown;
        return (methods[method] = (...args) => call(method, args));
      },
    },
  ) as T;
}

function listMethods(group: object): readonly string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter((one) => one !== "constructor");
}
