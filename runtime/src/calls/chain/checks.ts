import type { checkCall } from "../../messages/check/check-call.js";
import { OptionsError } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import type { CheckTools } from "./check-tools.js";
import type { Interceptor } from "./interceptor.js";
import type { Validation } from "./validation.js";

const choices = "refuse, warn, explain, off";

function choose(validation: Validation | undefined): Validation | undefined {
  if (validation === undefined || choices.split(", ").includes(validation)) return validation;
  throw new OptionsError(`validate: ${describe(validation)} is none of ${choices}`);
}

/**
 * Checks requests by the rules that the API states (docs/conventions.md, section 9): once a logical call, as it is
 * after all interceptors. Everything about it is loaded with the first request that has rules.
 *
 * @throws An OptionsError for a choice that there is not.
 */
export function checks(tools: CheckTools): Interceptor {
  let loaded: typeof checkCall | undefined;
  choose(tools.options.validate);
  return (next) => (call) => {
    if (!call.method.request.rules || choose(call.options.validate ?? tools.options.validate) === "off")
      return next(call);
    return loaded
      ? loaded(tools, next, call, more)
      : import("../../messages/check/check-call.js").then((own) =>
          (loaded = own.checkCall)(tools, next, call, more),
        );
  };
}

/** Goes on with a call that takes more than a look. Loaded from here, since the files of checks lead to nothing of calls. */
const more = () => import("./checked-call.js");
