/** The look at messages, in one file that loads with the first one that has rules: each file costs a first call a millisecond. */
import type { LoadRules } from "../table/rules.js";
import type { MessageTable } from "../table/table.js";
import { findViolations } from "./find-violations.js";
import { type MessagePlan, planOf } from "./plan.js";
import type { Finding } from "./walk.js";

export { findViolations, planOf };

/** The part of a session that the look at a call needs. */
export interface LookTools {
  readonly core: { readonly clock: { epochMs(): number } };
  /** Decides rules in CEL, and takes its time for it. */
  readonly options: { readonly cel?: unknown };
}

/** The part of a call that decides how its request is looked at. */
export interface RuledCall {
  readonly method: { readonly request: MessageTable; readonly isUpdate: boolean };
  readonly message: unknown;
  /** The requests of a stream. */
  readonly messages?: unknown;
}

/**
 * Lets a call go on if its request keeps the rules, in one turn if its plan is made: a promise on the way would cost more
 * than the look.
 *
 * @param next For a call that breaks no rule.
 * @param slowly For one that does, with what was found, and for one that takes more than a look at its request: a stream,
 * an Update, rules in CEL.
 */
export function lookAtCall<Call extends RuledCall, Answer>(
  tools: LookTools,
  call: Call,
  load: LoadRules,
  next: (call: Call) => Promise<Answer>,
  slowly: (call: Call, plan: MessagePlan, findings?: readonly Finding[]) => Promise<Answer>,
): Promise<Answer> {
  const plan = planOf(call.method.request, load);
  if (plan instanceof Promise) return plan.then(() => lookAtCall(tools, call, load, next, slowly));
  if (call.messages || tools.options.cel || call.method.isUpdate) return slowly(call, plan);
  const findings = findViolations(plan, call.message, { mask: undefined, nowMs: tools.core.clock.epochMs() });
  return findings.length === 0 ? next(call) : slowly(call, plan, findings);
}
