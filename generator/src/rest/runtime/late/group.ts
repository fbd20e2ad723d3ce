import { makeCall, type Answer } from "../call.js";
import { ApiError } from "../error.js";
import { checkNames } from "../names.js";

type Methods = Record<string, (...args: readonly unknown[]) => object>;

/** A call, pages of a list, or both as long as nobody knows which. */
type Result = ReturnType<typeof makeCall> & Partial<AsyncIterable<unknown>>;

/**
 * A group of operations whose code is loaded with its first call. Calls wait for it, give what they would have given,
 * and are sent although nobody awaits them. Time limits begin with the request.
 * If the code cannot be loaded, nothing was sent: the error is `UNAVAILABLE`, and the next call loads anew.
 * Methods can be replaced, as tests do.
 */
export function lateGroup<T extends object>(name: string, load: () => Promise<T>): T {
  let loading: Promise<T> | undefined;
  const loaded = (): Promise<T> =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      const why = String((cause as { readonly message?: unknown }).message);
      throw new ApiError("UNAVAILABLE", `the code of ${name} cannot be loaded (${why})`, { cause });
    }));
  const call = (method: string, args: readonly unknown[]): Result => {
    // In an object, since a promise of a call would become one of its data.
    const made = loaded().then((group) => {
      const known = methodsOf(group);
      checkNames({ [method]: 0 }, known, `${name}.`);
      return { result: (group as Methods)[method]?.(...args) as Result };
    });
    const result: Result = makeCall(
      made.then(({ result }) => ("withResponse" in result ? result.withResponse() : ({} as Answer<unknown>))),
    );
    result[Symbol.asyncIterator] = async function* () {
      // From here on a failure shows in the loop.
      result.catch(() => undefined);
      yield* (await made).result as AsyncIterable<unknown>;
    };
    return result;
  };

  return new Proxy<Methods>(
    {},
    {
      get(own, method) {
        // Nobody may take a group for a promise, or ask it for its JSON.
        if (typeof method === "symbol" || method in own || method === "then" || method === "toJSON")
          return Reflect.get(own, method) as unknown;
        return (own[method] = (...args) => call(method, args));
      },
    },
  ) as T;
}

function methodsOf(group: object): readonly string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter((one) => one !== "constructor");
}
