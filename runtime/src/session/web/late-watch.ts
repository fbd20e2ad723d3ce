import type { Interceptor, Next } from "../../calls/chain/interceptor.js";
import type { Watch } from "../../calls/chain/watch.js";
import { CallError } from "../../calls/error/call-error.js";
import { errorText } from "../../base/text/value-text.js";

/** Of a session that nobody observes. */
export const unwatched: Watch = {
  calls: undefined,
  attempts: undefined,
  retry() {},
  token: (_, work) => work(),
  wait: (_event, _signal, work) => work(),
};

/**
 * Tells those who observe a session. The part of the program that does it is loaded before the first call, so that pages
 * without hooks do without it; if it cannot be loaded, nothing is sent.
 *
 * @param errorName The name of errors.
 */
export function lateWatch(errorName: string, load: () => Promise<Watch>): Watch {
  let loaded: Watch | undefined;
  const ready = async (): Promise<Watch> => {
    try {
      return (loaded ??= await load());
    } catch (error) {
      const text = `the part of the program that tells hooks could not be loaded: ${errorText(error)}`;
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
    retry: (...pause) => loaded?.retry(...pause),
    token: async (...login) => (await ready()).token(...login),
    wait: async (...wait) => (await ready()).wait(...wait),
  };
}
