import { findViolations } from "../../messages/check/check-call.js";
import type { MessagePlan } from "../../messages/check/plan.js";
import type { Violation } from "../../messages/check/violation.js";
import type { Finding } from "../../messages/check/walk.js";
import type { ValidationContext } from "./validation-context.js";
import type { OutgoingCall } from "./interceptor.js";
import { loadUpdateCode } from "./load-update-code.js";

/** The violations of a request. */
export interface RequestViolations {
  readonly findings: readonly Finding[];
  /** Violations of rules in CEL. */
  readonly cel: readonly Violation[];
}

/**
 * Validates a request. The reset mask of an Update decides which fields count. Returns undefined if there is no
 * violation.
 *
 * @param seen Violations that were found before.
 */
export async function findRequestViolations(
  { options: { cel }, maskHeader, core }: ValidationContext,
  { method, metadata }: OutgoingCall,
  plan: MessagePlan,
  message: unknown,
  seen?: readonly Finding[],
): Promise<RequestViolations | undefined> {
  const { isUpdate, request } = method;
  const mask = isUpdate
    ? (await loadUpdateCode(core.wiring)).viewMask(metadata.get(maskHeader) ?? "")
    : undefined;
  const nowMs = core.clock.epochMs();
  const findings = seen ?? findViolations(plan, message, { mask, nowMs });
  const more = cel ? await cel.violations(request, message, { isUpdate, nowMs }) : [];
  return findings.length + more.length > 0 ? { findings, cel: more } : undefined;
}
