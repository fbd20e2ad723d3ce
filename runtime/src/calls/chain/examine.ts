import { findViolations } from "../../messages/check/check-call.js";
import type { MessagePlan } from "../../messages/check/plan.js";
import type { Violation } from "../../messages/check/violation.js";
import type { Finding } from "../../messages/check/walk.js";
import type { CheckTools } from "./check-tools.js";
import type { OutgoingCall } from "./interceptor.js";

/** The rules that a request breaks. */
export interface Broken {
  readonly findings: readonly Finding[];
  /** Those in CEL. */
  readonly cel: readonly Violation[];
}

/**
 * The rules that a request breaks; of an Update by its reset mask, whoever has set the header. Undefined for none.
 *
 * @param seen What a look has found already.
 */
export async function examine(
  { options: { cel }, maskHeader, core }: CheckTools,
  { method, metadata }: OutgoingCall,
  plan: MessagePlan,
  message: unknown,
  seen?: readonly Finding[],
): Promise<Broken | undefined> {
  const { isUpdate, request } = method;
  const mask = isUpdate
    ? (await import("../../messages/check/mask-view.js")).viewMask(metadata.get(maskHeader) ?? "")
    : undefined;
  const nowMs = core.clock.epochMs();
  const findings = seen ?? findViolations(plan, message, { mask, nowMs });
  const more = cel ? await cel.violations(request, message, { isUpdate, nowMs }) : [];
  return findings.length + more.length > 0 ? { findings, cel: more } : undefined;
}
