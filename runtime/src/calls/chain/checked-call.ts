import type { MessagePlan } from "../../messages/check/plan.js";
import type { Finding } from "../../messages/check/walk.js";
import type { CheckTools } from "./check-tools.js";
import { examine } from "./examine.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";

/**
 * A call whose request takes more than a look, or breaks rules. Loaded with the first such call; what says that one is
 * broken comes later still.
 *
 * @param findings What a look has found; undefined if nobody has looked yet.
 */
export async function checkedCall(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  plan: MessagePlan,
  findings?: readonly Finding[],
): Promise<IncomingResponse> {
  if (call.messages) return (await import("./broken-rules.js")).checkedStream(tools, next, call, plan);
  const broken = await examine(tools, call, plan, call.message, findings);
  return broken ? (await import("./broken-rules.js")).brokenCall(tools, next, call, broken) : next(call);
}
