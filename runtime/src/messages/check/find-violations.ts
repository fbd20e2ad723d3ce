import type { Properties } from "../table/field-access.js";
import type { MessagePlan } from "./plan.js";
import { type Finding, type MaskView, type Walk, walkMessage } from "./walk.js";

/** How a message is to be read. */
export interface Reading {
  /** The reset mask of an Update, of which only what is carried or named counts. Undefined: what is not carried is not set. */
  readonly mask: MaskView | undefined;
  /** Milliseconds since 1970, for rules about now. */
  readonly nowMs: number;
}

/** The rules that a whole message does not keep, in the order of its fields; at most a hundred. */
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
