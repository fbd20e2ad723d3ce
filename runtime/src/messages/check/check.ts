import type { Mask } from "../mask/text/mask.js";
import { fill } from "../table/fill.js";
import type { MessageInit } from "../table/message-init.js";
import type { MessageTable } from "../table/table.js";
import { systemClock } from "../../base/time/clock.js";
import type { CelChecks } from "./cel-checks.js";
import { maxViolations, type Violation } from "./violation.js";

/** How {@link check} reads a message. */
export interface CheckOptions {
  /**
   * The reset mask of an Update, or its text: then only what the message carries and what the mask names counts, since
   * everything else stays as the server has it. Default: what the message does not carry is not set.
   */
  readonly mask?: Mask | string | undefined;
  /** The time for rules about now. Default: the machine's. */
  readonly now?: Date | undefined;
  /** Decides rules in CEL: `cel` of `@stratus/runtime/cel`. Default: they are left to the server. */
  readonly cel?: CelChecks | undefined;
}

/**
 * The rules that a message does not keep, of those that its API states and a client can decide
 * (docs/conventions.md, section 9): in the order of its fields, at most a hundred; empty if it keeps
 * all of them, or the API states none. Rules in CEL are left to the server without the option
 * `cel`, and so are patterns that are not read alike everywhere.
 *
 * ```ts
 * for (const { path, text } of await check(CreateInstanceRequest, request)) console.log(path, text);
 * ```
 *
 * The rules are loaded with the first message of an API's module that is checked.
 *
 * @throws TypeError that names the place, if the message is not of the type; a MaskSyntaxError for a mask that is not one.
 */
export async function check<T>(
  type: MessageTable<T>,
  message: MessageInit<T>,
  options: CheckOptions = {},
): Promise<readonly Violation[]> {
  const whole = fill<T>(type, message);
  if (!type.rules) return [];
  const { mask, now, cel } = options;
  const [{ findViolations, planOf }, masks] = await Promise.all([
    import("./look.js"),
    mask === undefined ? undefined : import("./mask-view.js"),
  ]);
  const reading = {
    mask: mask === undefined ? undefined : masks?.viewMask(mask),
    nowMs: now?.getTime() ?? systemClock.epochMs(),
  };
  const findings = findViolations(await planOf(type), whole, reading);
  const own = findings.length === 0 ? [] : findings.map((await import("./rule-text.js")).violationOf);
  const more = await cel?.violations(type, whole, { isUpdate: mask !== undefined, nowMs: reading.nowMs });
  return more === undefined ? own : [...own, ...more].slice(0, maxViolations);
}
