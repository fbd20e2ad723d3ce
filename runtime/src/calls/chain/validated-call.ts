import type { MessagePlan } from "../../messages/check/plan.js";
import type { Finding } from "../../messages/check/walk.js";
import type { ValidationContext } from "./validation-context.js";
import { findRequestViolations } from "./find-violations.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";

/**
 * Makes a call whose request needs more than a first look, or violates rules. It is loaded with the first such
 * call.
 *
 * @param findings Violations that the first look found; undefined if it has not run.
 */
export async function validatedCall(
  tools: ValidationContext,
  next: Next,
  call: OutgoingCall,
  plan: MessagePlan,
  findings?: readonly Finding[],
): Promise<IncomingResponse> {
  if (call.messages) return (await import("./invalid-request.js")).validatedStream(tools, next, call, plan);
  const broken = await findRequestViolations(tools, call, plan, call.message, findings);
  return broken
    ? (await import("./invalid-request.js")).callWithViolations(tools, next, call, broken)
    : next(call);
}
