import type { Properties } from "../table/field-access.js";
import type { MessagePlan } from "./plan.js";
import { type Finding, type MaskView, type Walk, walkMessage } from "./walk.js";

/** How to check a message. */
export interface Reading {
  /** The reset mask of an Update: only carried or named fields are checked. Undefined: omitted fields are not set. */
  readonly mask: MaskView | undefined;
  /** Milliseconds since 1970, for rules about now. */
  readonly nowMs: number;
}

/** Finds at most 100 violations in a whole message, in the order of its fields. */
export function findViolations(
  plan: MessagePlan,
  message: unknown,
  { mask, nowMs }: Reading,
): readonly Finding[] {
  const walk: Walk = { findings: [], nowMs, isPartial: plan.isPartial, depth: 0, isSecret: false };
  // Messages of generated code are plain objects.
  walkMessage(walk, plan, message as Properties, mask);
  return walk.findings;
}
