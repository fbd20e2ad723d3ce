import type { Interceptor, Next } from "../../calls/chain/interceptor.js";
import type { Instrumentation } from "../../calls/chain/observed-steps.js";
import { CallError } from "../../calls/error/call-error.js";
import { errorText } from "../../base/text/value-text.js";

/** The instrumentation of a session that nobody observes. */
export const noInstrumentation: Instrumentation = {
  calls: undefined,
  attempts: undefined,
  retry() {},
  token: (_, work) => work(),
  wait: (_event, _signal, work) => work(),
};

/**
 * Instrumentation that is loaded before the first call, so that pages without hooks do not load it. If it cannot be
 * loaded, the client sends nothing.
 *
 * @param errorName The name of errors.
 */
export function lazyInstrumentation(
  errorName: string,
  load: () => Promise<Instrumentation>,
): Instrumentation {
  let loaded: Instrumentation | undefined;
  const ready = async (): Promise<Instrumentation> => {
    try {
      return (loaded ??= await load());
    } catch (error) {
      const text = `the part of the program that calls hooks could not be loaded: ${errorText(error)}`;
      throw new CallError({ name: errorName, code: "UNAVAILABLE", text, cause: error });
    }
  };
  const step =
    (name: "calls" | "attempts"): Interceptor =>
    (next) => {
      let own: Next | undefined;
      return async (call) => (own ??= (await ready())[name]?.(next) ?? next)(call);
    };
  return {
    calls: step("calls"),
    attempts: step("attempts"),
    retry: (...delay) => loaded?.retry(...delay),
    token: async (...login) => (await ready()).token(...login),
    wait: async (...wait) => (await ready()).wait(...wait),
  };
}
