import { isMapObject } from "../table/map-form.js";
import { defaultOf } from "../table/scalar-default.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";
import { wellKnownForm, type WellKnownForm } from "../table/well-known.js";

/** How to derive the mask of one message type: its fields, sorted by proto name. Made once per table. */
export type DerivePlan = readonly DeriveStep[];

/** Makes the plan of a table. */
export function derivePlan(table: MessageTable): DerivePlan {
  const steps = table.fields.map((field) => new DeriveStep(field));
  return steps.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** How a field's values are kept, as far as it matters whether they are there. */
export type DeriveKind = "plain" | "float" | "bytes" | "list" | "object" | "map" | "message";

/** What is to be done for one field. */
export class DeriveStep {
  readonly name: string;
  /** Property that holds the value, or the `{ $case, value }` of the oneof. */
  readonly property: string;
  /** `$case` of the member, for a member of a oneof. */
  readonly member: string | undefined;
  readonly kind: DeriveKind;
  /** The values are messages. */
  readonly hasInside: boolean;
  /** What to write before the fields inside: `rooms.*.`. */
  readonly prefix: string;
  /** The default of a plain scalar. */
  readonly zero: unknown;
  /** For a well-known type, how it becomes a message. */
  readonly form: WellKnownForm | undefined;
  readonly #table: MessageTable | undefined;
  #plan: DerivePlan | undefined;

  constructor(field: Field) {
    const { type } = field.shape;
    this.form = type.kind === "wellKnown" ? wellKnownForm(type.name) : undefined;
    this.#table = type.kind === "message" ? type.table : this.form?.table;
    this.hasInside = this.#table !== undefined;
    this.name = field.name;
    this.property = field.oneof?.local ?? field.local;
    this.member = field.oneof && field.local;
    this.kind = kindOf(field);
    this.prefix = `${field.name}${this.kind === "message" ? "." : ".*."}`;
    this.zero = defaultOf(type);
  }

  /** The plan of the messages inside; looked up on first use, since messages may hold themselves. */
  get plan(): DerivePlan {
    return (this.#plan ??= this.#table?.once(derivePlan) ?? []);
  }
}

function kindOf({ shape }: Field): DeriveKind {
  if (shape.kind === "list") return "list";
  if (shape.kind === "map") return isMapObject(shape.key) ? "map" : "object";
  return kindOfOne(shape.type);
}

function kindOfOne(type: ValueType): DeriveKind {
  if (type.kind === "message" || type.kind === "wellKnown") return "message";
  return type.kind === "scalar" && (type.scalar === "float" || type.scalar === "bytes")
    ? type.scalar
    : "plain";
}
