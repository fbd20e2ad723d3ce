import type { MessagePlan } from "../../messages/check/plan.js";
import type { Finding } from "../../messages/check/walk.js";
import type { ValidationContext } from "./validation-context.js";
import { examine } from "./find-violations.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";

/**
 * A call whose request takes more than a look, or breaks rules. Loaded with the first such call; what says that one is
 * broken comes later still.
 *
 * @param findings What a look has found; undefined if nobody has looked yet.
 */
export async function validatedCall(
  tools: ValidationContext,
  next: Next,
  call: OutgoingCall,
  plan: MessagePlan,
  findings?: readonly Finding[],
): Promise<IncomingResponse> {
  if (call.messages) return (await import("./invalid-request.js")).validatedStream(tools, next, call, plan);
  const broken = await examine(tools, call, plan, call.message, findings);
  return broken
    ? (await import("./invalid-request.js")).callWithViolations(tools, next, call, broken)
    : next(call);
}
