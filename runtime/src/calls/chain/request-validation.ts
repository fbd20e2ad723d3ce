import type { checkCall } from "../../messages/check/check-call.js";
import { invalidOption } from "../../base/text/options-error.js";
import { describe } from "../../base/text/value-text.js";
import type { ValidationContext } from "./validation-context.js";
import type { Interceptor } from "./interceptor.js";
import type { Validation } from "./validation.js";

const choices = "refuse, warn, explain, off";

function choose(validation: Validation | undefined): Validation | undefined {
  if (validation === undefined || choices.split(", ").includes(validation)) return validation;
  throw invalidOption("validate", `${describe(validation)} is none of ${choices}`);
}

/**
 * Validates requests by the API's validation rules (docs/conventions.md, section 9), once for each call, after all
 * interceptors. The code is loaded with the first request that has rules.
 *
 * @throws An OptionsError for an unknown value of `validate`.
 */
export function requestValidation(tools: ValidationContext): Interceptor {
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

/** Loads the rest of the validation. It is imported here because `messages/check` must not import calls. */
const more = () => import("./validated-call.js");
