import { findViolations } from "../check/find-violations.js";
import { type MessagePlan, planOf } from "../check/plan.js";
import type { LoadRules } from "../table/rules.js";
import type { CheckTools } from "./check-tools.js";
import { type Broken, examine } from "./examine.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";

/** A call whose requests are held against rules. Loaded with the first one; what says that one is broken comes later. */
export function checkedCall(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  load: LoadRules,
): Promise<IncomingResponse> {
  const plan = planOf(call.method.request, load);
  return plan instanceof Promise
    ? plan.then((own) => checkedBy(own, tools, next, call))
    : checkedBy(plan, tools, next, call);
}

/** Most requests are looked at and sent in one turn: a promise on the way would cost more than the look. */
function checkedBy(
  plan: MessagePlan,
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
): Promise<IncomingResponse> {
  const { core, options } = tools;
  if (call.messages || options.cel || call.method.isUpdate) return checkedSlowly(plan, tools, next, call);
  const findings = findViolations(plan, call.message, { mask: undefined, nowMs: core.clock.epochMs() });
  return findings.length === 0 ? next(call) : refused({ findings, cel: [] }, tools, next, call);
}

async function checkedSlowly(
  plan: MessagePlan,
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
): Promise<IncomingResponse> {
  if (call.messages) return (await import("./broken-rules.js")).checkedStream(tools, next, call, plan);
  const broken = await examine(tools, call, plan, call.message);
  return broken ? refused(broken, tools, next, call) : next(call);
}

async function refused(
  broken: Broken,
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
): Promise<IncomingResponse> {
  return (await import("./broken-rules.js")).brokenCall(tools, next, call, broken);
}
