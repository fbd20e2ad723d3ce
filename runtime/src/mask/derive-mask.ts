import type { Properties } from "../table/field-access.js";
import type { MessageTable } from "../table/table.js";
import { derivePlan, type DerivePlan, type DeriveStep } from "./derive-plan.js";
import { Mask } from "./mask.js";
import { leafNode, type MaskNode } from "./mask-node.js";

/**
 * The mask with which an Update makes the resource equal to `message`, in every
 * field that the table knows: it names what the message leaves out or at its
 * default. Fields that only a newer server knows stay as they are.
 */
export function deriveMask<T extends object>(table: MessageTable<T>, message: T): Mask {
  // Messages of generated code are plain objects.
  return new Mask(deriveNode(table.once(derivePlan), [message as Properties]));
}

/**
 * The union of the masks of several messages of one type. Working on all
 * elements of a list at once spares a tree for each and their merging.
 */
function deriveNode(plan: DerivePlan, messages: readonly Properties[]): MaskNode {
  const keys: string[] = [];
  const children: MaskNode[] = [];
  for (const step of plan.steps) {
    const child = deriveStep(step, messages);
    if (child === undefined) continue;
    keys.push(step.name);
    children.push(child);
  }
  return keys.length === 0 ? leafNode : { keys, children, any: undefined };
}

/** The node of one field; undefined where no message needs its name. */
function deriveStep(step: DeriveStep, messages: readonly Properties[]): MaskNode | undefined {
  if (step.inside) return deriveInside(step, step.inside(), messages);
  for (const message of messages) {
    if (isDefault(step, valueOf(step, message))) return leafNode;
  }
  return undefined;
}

function valueOf(step: DeriveStep, message: Properties): unknown {
  const value = message[step.property];
  if (step.member === undefined) return value;
  const member = value as { readonly $case: string; readonly value: unknown } | undefined;
  return member?.$case === step.member ? member.value : undefined;
}

function isDefault(step: DeriveStep, value: unknown): boolean {
  if (value === undefined) return true;
  switch (step.kind) {
    case "plain":
      return value === step.zero;
    case "float":
      return Math.fround(Number(value)) === 0;
    case "bytes":
      return value instanceof Uint8Array && value.length === 0;
    case "map":
      return value instanceof Map && value.size === 0;
    case "object":
      return isEmptyObject(value);
    default:
      return Array.isArray(value) && value.length === 0;
  }
}

/** The node of a field of messages: what lies inside, for all messages together. */
function deriveInside(step: DeriveStep, plan: DerivePlan, messages: readonly Properties[]): MaskNode {
  const inside: Properties[] = [];
  for (const message of messages) collect(step, message, inside);
  if (inside.length === 0) return leafNode;
  const node = deriveNode(plan, inside);
  return step.kind === "message" ? node : { keys: [], children: [], any: node };
}

function collect(step: DeriveStep, message: Properties, into: Properties[]): void {
  const value = valueOf(step, message);
  if (step.kind === "message") {
    if (value !== undefined || isSelected(step, message)) add(step, value, into);
  } else if (Array.isArray(value)) {
    for (const element of value) add(step, element, into);
  } else if (value instanceof Map) {
    for (const element of value.values()) if (element !== undefined) add(step, element, into);
  } else if (value !== undefined) {
    for (const element of Object.values(value as Properties))
      if (element !== undefined) add(step, element, into);
  }
}

/** Whether the step is for a member of a oneof, and that member is set: some well-known types are then `undefined`. */
function isSelected(step: DeriveStep, message: Properties): boolean {
  const member = message[step.property] as { readonly $case: string } | undefined;
  return step.member !== undefined && member?.$case === step.member;
}

function add(step: DeriveStep, value: unknown, into: Properties[]): void {
  into.push((step.toMessage ? step.toMessage(value) : value) as Properties);
}

function isEmptyObject(value: unknown): boolean {
  for (const key in value as Properties) if (Object.hasOwn(value as Properties, key)) return false;
  return true;
}
