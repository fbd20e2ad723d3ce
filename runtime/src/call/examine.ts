import { findViolations } from "../check/find-violations.js";
import type { MessagePlan } from "../check/plan.js";
import type { Finding } from "../check/walk.js";
import type { CheckTools } from "./check-tools.js";
import type { OutgoingCall } from "./interceptor.js";

/** The rules that a request breaks; of an Update by its reset mask, whoever has set the header. */
export async function examine(
  { maskHeader, core }: CheckTools,
  { method, metadata }: OutgoingCall,
  plan: MessagePlan,
  message: unknown,
): Promise<readonly Finding[]> {
  const mask = method.isUpdate
    ? (await import("../check/mask-view.js")).viewMask(metadata.get(maskHeader) ?? "")
    : undefined;
  return findViolations(plan, message, { mask, nowMs: core.clock.epochMs() });
}
