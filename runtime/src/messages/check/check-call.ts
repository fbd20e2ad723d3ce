/** Checks requests before calls. Loaded as one file with the first request that has rules, because each file takes a millisecond. */
import type { MessageTable } from "../table/table.js";
import { findViolations } from "./find-violations.js";
import { type MessagePlan, loadPlan } from "./plan.js";
import type { Finding } from "./walk.js";

export { findViolations, loadPlan };

/** The parts of a session that checks need. */
export interface CheckTools {
  readonly core: { readonly clock: { epochMs(): number } };
  /** Evaluates rules in CEL, asynchronously. */
  readonly options: { readonly cel?: unknown };
}

/** The parts of a call that checks need. */
export interface RuledCall {
  readonly method: { readonly request: MessageTable; readonly isUpdate: boolean };
  readonly message: unknown;
  /** The requests of a stream. */
  readonly messages?: unknown;
}

/** The module for calls with violations, and for those that need more than one synchronous check. */
export interface CheckedCallModule<Tools, Call, Answer> {
  validatedCall(
    tools: Tools,
    next: (call: Call) => Promise<Answer>,
    call: Call,
    plan: MessagePlan,
    findings?: readonly Finding[],
  ): Promise<Answer>;
}

/**
 * Checks the request of a call, and continues the call if there are no violations. This is synchronous if the plan exists,
 * because a promise would cost more than the check.
 *
 * @param next continues a call without violations
 * @param more loads the module for calls with violations, streams, Updates, and rules in CEL
 */
export function checkCall<Tools extends CheckTools, Call extends RuledCall, Answer>(
  tools: Tools,
  next: (call: Call) => Promise<Answer>,
  call: Call,
  more: () => Promise<CheckedCallModule<Tools, Call, Answer>>,
): Promise<Answer> {
  const plan = loadPlan(call.method.request);
  if (plan instanceof Promise) return plan.then(() => checkCall(tools, next, call, more));
  if (!call.messages && !tools.options.cel && !call.method.isUpdate) {
    const findings = findViolations(plan, call.message, {
      mask: undefined,
      nowMs: tools.core.clock.epochMs(),
    });
    if (findings.length === 0) return next(call);
    return more().then((module) => module.validatedCall(tools, next, call, plan, findings));
  }
  return more().then((module) => module.validatedCall(tools, next, call, plan));
}
