import { planOf } from "../check/plan.js";
import type { LoadRules } from "../table/rules.js";
import type { CheckTools } from "./check-tools.js";
import { examine } from "./examine.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";

/** A call whose requests are held against rules. Loaded with the first one; what says that one is broken comes later. */
export async function checkedCall(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  load: LoadRules,
): Promise<IncomingResponse> {
  const plan = await planOf(call.method.request, load);
  if (call.messages) return (await import("./broken-rules.js")).checkedStream(tools, next, call, plan);
  const broken = await examine(tools, call, plan, call.message);
  return broken ? (await import("./broken-rules.js")).brokenCall(tools, next, call, broken) : next(call);
}
