import type { LoadRules } from "../table/rules.js";
import { OptionsError } from "../text/options-error.js";
import { describe } from "../text/value-text.js";
import type { Warning } from "./warnings.js";
import type { checkedCall } from "./checked-call.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";

/**
 * What becomes of a request that breaks rules of its API: it is refused; it is sent with a warning; it is sent, and if the
 * server answers `INVALID_ARGUMENT`, the error has the violations; or nobody looks.
 */
export type Validation = "refuse" | "warn" | "explain" | "off";

const validations: readonly unknown[] = ["refuse", "warn", "explain", "off", undefined];

/** @throws An OptionsError that names the option, for a value that is none of these. */
export function requireValidation(value: unknown, option: string): void {
  if (validations.includes(value)) return;
  throw new OptionsError(`${option}: ${describe(value)} is none of refuse, warn, explain and off`);
}

/** The tools of the step that a session has. */
export interface CheckTools {
  /** The session's own; undefined for the usual: what is missing is refused, all else is explained. */
  readonly validation: Validation | undefined;
  readonly warn: (warning: Warning) => void;
  /** Name of the errors of calls that are not sent. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Header of the reset mask. */
  readonly maskHeader: string;
}

/**
 * Checks requests by the rules that the API states (docs/conventions.md, section 9): once a logical call, as it is
 * after all interceptors. Everything about it is loaded with the first request that has rules.
 */
export function checks(tools: CheckTools): Interceptor {
  let loaded: typeof checkedCall | undefined;
  return (next) => {
    const load = async (call: OutgoingCall, rules: LoadRules) => {
      loaded = (await import("./checked-call.js")).checkedCall;
      return loaded(tools, next, call, rules);
    };
    return (call) => {
      const { rules } = call.method.request;
      if (!rules || (call.options.validate ?? tools.validation) === "off") return next(call);
      return loaded ? loaded(tools, next, call, rules) : load(call, rules);
    };
  };
}
