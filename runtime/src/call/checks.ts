import type { lookAtCall } from "../check/look.js";
import type { MessagePlan } from "../check/plan.js";
import type { Finding } from "../check/walk.js";
import { OptionsError } from "../text/options-error.js";
import { describe } from "../text/value-text.js";
import type { CheckTools } from "./check-tools.js";
import type { Interceptor, OutgoingCall } from "./interceptor.js";
import type { Validation } from "./validation.js";

function choose(validation: Validation | undefined): Validation | undefined {
  if (/^(refuse|warn|explain|off|undefined)$/.test(`${validation}`)) return validation;
  throw new OptionsError(`validate: ${describe(validation)} is not refuse, warn, explain or off`);
}

/**
 * Checks requests by the rules that the API states (docs/conventions.md, section 9): once a logical call, as it is
 * after all interceptors. Everything about it is loaded with the first request that has rules.
 *
 * @throws An OptionsError for a choice that there is not.
 */
export function checks(tools: CheckTools): Interceptor {
  let loaded: typeof lookAtCall | undefined;
  choose(tools.options.validate);
  return (next) => {
    const slowly = async (call: OutgoingCall, plan: MessagePlan, findings?: readonly Finding[]) =>
      (await import("./checked-call.js")).checkedCall(tools, next, call, plan, findings);
    return (call) => {
      const { rules } = call.method.request;
      if (!rules || (choose(call.options.validate) ?? tools.options.validate) === "off") return next(call);
      return loaded
        ? loaded(tools, call, rules, next, slowly)
        : import("../check/look.js").then((own) =>
            (loaded = own.lookAtCall)(tools, call, rules, next, slowly),
          );
    };
  };
}
