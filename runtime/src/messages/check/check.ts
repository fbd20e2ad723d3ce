import type { Mask } from "../mask/text/mask.js";
import { fill } from "../table/fill.js";
import type { MessageInit } from "../table/message-init.js";
import type { MessageTable } from "../table/table.js";
import { systemClock } from "../../base/time/clock.js";
import type { CelChecks } from "./cel-checks.js";
import { maxViolations, type Violation } from "./violation.js";

/** Options of {@link check}. */
export interface CheckOptions {
  /**
   * The reset mask of an Update, or its text. Then only fields that the message carries or the mask names are checked, because
   * the server keeps all others. Default: fields that the message omits count as not set.
   */
  readonly mask?: Mask | string | undefined;
  /** The current time for rules about it. Default: that of the machine. */
  readonly now?: Date | undefined;
  /** Evaluates rules in CEL: `cel` of `@stratus/runtime/cel`. Default: only the server evaluates them. */
  readonly cel?: CelChecks | undefined;
}

/**
 * Checks a message against the validation rules that its API states and a client can evaluate (docs/conventions.md, section 9).
 * Returns at most 100 violations, in the order of the fields; none if the API states no rules. Not checked are rules in CEL
 * without the option `cel`, and patterns that regular expression engines interpret differently.
 *
 * ```ts
 * for (const { path, text } of await check(CreateInstanceRequest, request)) console.log(path, text);
 * ```
 *
 * The rules are loaded when the first message of an API's module is checked.
 *
 * @throws TypeError that names the place, if the message is not of the type.
 * @throws MaskSyntaxError for an invalid mask.
 */
export async function check<T>(
  type: MessageTable<T>,
  message: MessageInit<T>,
  options: CheckOptions = {},
): Promise<readonly Violation[]> {
  const whole = fill<T>(type, message);
  if (!type.rules) return [];
  const { mask, now, cel } = options;
  const [{ findViolations, loadPlan }, masks] = await Promise.all([
    import("./check-call.js"),
    mask === undefined ? undefined : import("./mask-view.js"),
  ]);
  const reading = {
    mask: mask === undefined ? undefined : masks?.viewMask(mask),
    nowMs: now?.getTime() ?? systemClock.epochMs(),
  };
  const findings = findViolations(await loadPlan(type), whole, reading);
  const violations = findings.length === 0 ? [] : findings.map((await import("./rule-text.js")).toViolation);
  const more = await cel?.violations(type, whole, { isUpdate: mask !== undefined, nowMs: reading.nowMs });
  return more === undefined ? violations : [...violations, ...more].slice(0, maxViolations);
}
