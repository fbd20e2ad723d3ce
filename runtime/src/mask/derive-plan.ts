import { isMapObject } from "../table/map-form.js";
import { defaultOf } from "../table/scalar-default.js";
import type { Field, MessageTable } from "../table/table.js";
import { wellKnownForm } from "../table/well-known.js";

/** What is to be done for each field of a message type when its mask is derived; made once per table. */
export interface DerivePlan {
  /** Sorted by proto name, as the nodes of a mask are. */
  readonly steps: readonly DeriveStep[];
}

/** What is to be done for one field. */
export interface DeriveStep {
  readonly name: string;
  /** Property that holds the value, or the `{ $case, value }` of the oneof. */
  readonly property: string;
  /** `$case` of the member, for a member of a oneof. */
  readonly member: string | undefined;
  /** How to see whether the field is at its default, and what lies inside. */
  readonly kind:
    | "plain"
    | "float"
    | "bytes"
    | "list"
    | "object"
    | "map"
    | "message"
    | "messageList"
    | "messageObject"
    | "messageMap";
  /** The default of a plain scalar. */
  readonly zero: unknown;
  /** The plan of the values, for messages. A function, since messages may hold themselves. */
  readonly inside: (() => DerivePlan) | undefined;
  /** Makes the message of a well-known type from its TypeScript form. */
  readonly toMessage: ((value: unknown) => object) | undefined;
}

/** Makes the plan of a table. */
export function derivePlan(table: MessageTable): DerivePlan {
  const steps = table.fields.map(deriveStep);
  return { steps: steps.sort((left, right) => (left.name < right.name ? -1 : 1)) };
}

function deriveStep(field: Field): DeriveStep {
  const { type } = field.shape;
  const form = type.kind === "wellKnown" ? wellKnownForm(type.name) : undefined;
  const table = type.kind === "message" ? type.table : form?.table;
  return {
    name: field.name,
    property: field.oneof?.local ?? field.local,
    member: field.oneof && field.local,
    kind: kindOf(field, table !== undefined),
    zero: defaultOf(type),
    inside: table && (() => table.once(derivePlan)),
    toMessage: form && ((value) => form.toMessage(value)),
  };
}

function kindOf({ shape }: Field, isMessage: boolean): DeriveStep["kind"] {
  switch (shape.kind) {
    case "list":
      return isMessage ? "messageList" : "list";
    case "map":
      if (isMapObject(shape.key)) return isMessage ? "messageMap" : "map";
      return isMessage ? "messageObject" : "object";
    case "single":
      if (isMessage) return "message";
      if (shape.type.kind !== "scalar") return "plain";
      return shape.type.scalar === "float" || shape.type.scalar === "bytes" ? shape.type.scalar : "plain";
  }
}
