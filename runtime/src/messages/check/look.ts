/** The look at messages, in one file that loads with the first one that has rules: each file costs a first call a millisecond. */
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

/** Goes on with a call that takes more than a look at its request, or breaks a rule. */
export interface Slowly<Tools, Call, Answer> {
  validatedCall(
    tools: Tools,
    next: (call: Call) => Promise<Answer>,
    call: Call,
    plan: MessagePlan,
    findings?: readonly Finding[],
  ): Promise<Answer>;
}

/**
 * Lets a call go on if its request keeps the rules, in one turn if its plan is made: a promise on the way would cost more
 * than the look.
 *
 * @param next For a call that breaks no rule.
 * @param more For one that does, with what was found, and for one that takes more than a look at its request: a stream,
 * an Update, rules in CEL.
 */
export function lookAtCall<Tools extends LookTools, Call extends RuledCall, Answer>(
  tools: Tools,
  next: (call: Call) => Promise<Answer>,
  call: Call,
  more: () => Promise<Slowly<Tools, Call, Answer>>,
): Promise<Answer> {
  const plan = planOf(call.method.request);
  if (plan instanceof Promise) return plan.then(() => lookAtCall(tools, next, call, more));
  if (!call.messages && !tools.options.cel && !call.method.isUpdate) {
    const findings = findViolations(plan, call.message, {
      mask: undefined,
      nowMs: tools.core.clock.epochMs(),
    });
    if (findings.length === 0) return next(call);
    return more().then((own) => own.validatedCall(tools, next, call, plan, findings));
  }
  return more().then((own) => own.validatedCall(tools, next, call, plan));
}
