/**
 * The room of derived masks: the mask of a request, the mask between two values, and the refusal of
 * what would lose a value that no response shows.
 *
 * @module
 */
import type { Properties } from "../../table/field-access.js";
import { scalarDefault } from "../../table/scalar-default.js";
import { entriesOf, isMapObject } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm, type WellKnownForm } from "../../table/well-known.js";
import { holdsInputOnly, isNeverShown, lackedInLists } from "../fields/input-only.js";
import { withKept } from "../fields/kept-values.js";
import { MaskPathError } from "../text/mask-error.js";
import { parseTree, unlimited } from "../text/mask-parser.js";
import { printKey, printPath } from "../text/mask-tree.js";
import { holdsGroup, structureOf } from "../fields/message-fields.js";
import { Mask } from "../text/mask.js";

/**
 * The mask with which an Update makes the resource equal to `message`, in every
 * field that the table knows: it names what the message leaves out or at its
 * default. Fields that only a newer server knows stay as they are, and so do
 * INPUT_ONLY fields that the message does not carry, since no response shows
 * what they hold: clearing one takes a mask of the caller's own. A number that
 * a closed enum of this SDK does not have is a value as any other.
 *
 * Throws a `MaskPathError` if an element of a list lacks an INPUT_ONLY value
 * that its type has: a server knows elements by their place alone, so the value
 * could go to another one; or if a list was changed so that nobody knows where in
 * it the numbers belong that its closed enum does not have.
 *
 * This runs for each Update, next to the encoder, and mostly for the text
 * alone: so it writes the canonical text at once, and the tree is read from it
 * when something asks for it.
 */
export function deriveMask<T extends object>(table: MessageTable<T>, message: T): Mask {
  // Messages of generated code are plain objects.
  const properties = withKept(table, message as Properties);
  const plan = table.once(derivePlan);
  const lacked = plan.holdsInputOnly ? lackedInLists(table, properties) : undefined;
  if (lacked) throw unsurePlace(printPath(lacked));
  const text = deriveOne(plan, properties, false);
  return new Mask(() => parseTree(text, unlimited), text);
}

function unsurePlace(path: string): MaskPathError {
  return new MaskPathError(
    path,
    `${path} is INPUT_ONLY and not sent: no response shows it, and a server knows the elements of a list ` +
      `by their place alone, so it could stay with another element than its own. ` +
      `Send ${path}, change the resource with modify(), or give a resetMask`,
  );
}

/** The entries that a message needs. The plan's order is the canonical one; several entries of one place stand in a group. */
function deriveOne(plan: DerivePlan, message: Properties, isInGroup: boolean): string {
  let text = "";
  let isSeveral = false;
  for (const step of plan.steps) {
    const value = readStep(step, message);
    let entry = step.name;
    if (step.hasInside) entry = deriveInside(step, message, value);
    else if (!isNamed(step, value)) continue;
    if (entry === "") continue;
    if (text === "") text = entry;
    else {
      text += `,${entry}`;
      isSeveral = true;
    }
  }
  return isInGroup && isSeveral ? `(${text})` : text;
}

/** The name of a field of messages, with what lies inside; empty for one that is not sent and never shown. */
function deriveInside(step: DeriveStep, message: Properties, value: unknown): string {
  if (step.kind === "message" && !step.form) {
    return value === undefined
      ? step.absent
      : withInside(step, deriveOne(step.plan, value as Properties, true));
  }
  if (step.isByKey) return deriveByKey(step, value);
  const inside: Properties[] = [];
  collect(step, message, value, inside);
  return deriveAll(step, inside);
}

/** The same for the messages of one field in several places: their entries are united. */
function deriveAll(step: DeriveStep, inside: readonly Properties[]): string {
  const first = inside[0];
  if (first === undefined) return step.absent;
  return withInside(
    step,
    inside.length === 1 ? deriveOne(step.plan, first, true) : deriveUnion(step.plan, inside),
  );
}

function withInside(step: DeriveStep, entries: string): string {
  if (entries !== "") return step.prefix + entries;
  return step.kind === "message" ? step.name : `${step.name}.*`;
}

/**
 * The values of a map each under its own key, for a type with INPUT_ONLY fields: what one value needs must not clear
 * what another one does not show. And values or elements with groups: those that lack one need its name, which a server
 * that takes groups for scalars must be told, and those that have one need what is inside of it.
 */
function deriveByKey(step: DeriveStep, value: unknown): string {
  const values = entriesOf(value);
  if (values.length === 0) return step.absent;
  const entries: string[] = [];
  for (const [key, one] of values) {
    const inside = deriveOne(step.plan, one as Properties, true);
    if (inside !== "") entries.push(`${printKey(key)}.${inside}`);
  }
  if (entries.length === 0) return step.name;
  entries.sort();
  return `${step.name}.${entries.length > 1 ? `(${entries.join(",")})` : entries[0]}`;
}

/** The entries that one of several messages of a type needs. Taken together, there is nothing to merge. */
function deriveUnion(plan: DerivePlan, messages: readonly Properties[]): string {
  const entries: string[] = [];
  for (const step of plan.steps) {
    if (step.hasInside) {
      const inside: Properties[] = [];
      for (const message of messages) collect(step, message, readStep(step, message), inside);
      const entry = deriveAll(step, inside);
      if (entry !== "") entries.push(entry);
    } else if (messages.some((message) => isNamed(step, readStep(step, message)))) entries.push(step.name);
  }
  return entries.length > 1 ? `(${entries.join(",")})` : (entries[0] ?? "");
}

function readStep(step: DeriveStep, message: Properties): unknown {
  const value = message[step.property];
  if (step.member === undefined || value === undefined) return value;
  const member = value as { readonly $case: string; readonly value: unknown };
  return member.$case === step.member ? member.value : undefined;
}

/** Whether the mask names a field of scalars: it is at its default, and of one that no response shows the message says so. */
function isNamed(step: DeriveStep, value: unknown): boolean {
  return isDefault(step, value) && (!step.isHidden || (step.hasPresence && value !== undefined));
}

function isDefault(step: DeriveStep, value: unknown): boolean {
  if (value === undefined) return true;
  switch (step.kind) {
    case "plain":
      return value === step.zero;
    case "float":
      return Math.fround(Number(value)) === 0;
    case "map":
      return value instanceof Map && value.size === 0;
    case "object":
      return isEmptyObject(value);
    default:
      return isLong(value) && value.length === 0;
  }
}

/** The messages that a field of one message holds. */
function collect(step: DeriveStep, message: Properties, value: unknown, into: Properties[]): void {
  if (step.kind === "message") {
    if (value !== undefined || isSelected(step, message)) add(step, value, into);
  } else if (Array.isArray(value)) {
    for (const element of value) add(step, element, into);
  } else if (value instanceof Map) {
    for (const element of value.values()) if (element !== undefined) add(step, element, into);
  } else if (value !== undefined) {
    for (const element of Object.values(value as Properties)) {
      if (element !== undefined) add(step, element, into);
    }
  }
}

/** Whether the step is for a member of a oneof, and that member is set: some well-known types are then `undefined`. */
function isSelected(step: DeriveStep, message: Properties): boolean {
  const member = message[step.property] as { readonly $case: string } | undefined;
  return step.member !== undefined && member?.$case === step.member;
}

function add(step: DeriveStep, value: unknown, into: Properties[]): void {
  into.push((step.form ? step.form.toMessage(value) : value) as Properties);
}

function isEmptyObject(value: unknown): boolean {
  const map = value as Properties;
  for (const key in map) if (Object.hasOwn(map, key)) return false;
  return true;
}

/** Whether a value is a list or bytes. */
function isLong(value: unknown): value is { readonly length: number } {
  return typeof value === "object";
}

/** How to derive the mask of one message type. */
interface DerivePlan {
  /** Its fields, sorted by proto name. */
  readonly steps: readonly DeriveStep[];
  /** Some values of it, or below it, may be lacked without being seen. */
  readonly holdsInputOnly: boolean;
}

/** Makes the plan of a table. Made once per table. */
function derivePlan(table: MessageTable): DerivePlan {
  const steps = table.fields.map((field) => new DeriveStep(field));
  steps.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { steps, holdsInputOnly: table.once(holdsInputOnly) };
}

const empty: DerivePlan = { steps: [], holdsInputOnly: false };

/** How a field's values are kept, as far as it matters whether they are there. */
type DeriveKind = "plain" | "float" | "bytes" | "list" | "object" | "map" | "message";

/** What is to be done for one field. */
class DeriveStep {
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
  /** No response shows what the field holds. */
  readonly isHidden: boolean;
  /** Set to its default is another thing than absent. */
  readonly hasPresence: boolean;
  /** What the mask says of a field of messages that is not sent: its name, or nothing. */
  readonly absent: string;
  /**
   * A map whose values have INPUT_ONLY fields: they are named by their keys. So are values and elements with groups,
   * since a wildcard that leads into the group of one does not end at that of another.
   */
  readonly isByKey: boolean;
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
    this.kind = fieldKind(field);
    this.prefix = `${field.name}${this.kind === "message" ? "." : ".*."}`;
    this.zero = scalarDefault(type);
    this.isHidden = isNeverShown(field);
    this.hasPresence = field.hasPresence || field.oneof !== undefined;
    this.absent = this.isHidden ? "" : field.name;
    const inside = field.shape.kind === "single" ? undefined : structureOf(type);
    this.isByKey =
      inside?.once(holdsGroup) === true ||
      (field.shape.kind === "map" && inside?.once(holdsInputOnly) === true);
  }

  /** The plan of the messages inside; looked up on first use, since messages may hold themselves. */
  get plan(): DerivePlan {
    return (this.#plan ??= this.#table?.once(derivePlan) ?? empty);
  }
}

function fieldKind({ shape }: Field): DeriveKind {
  if (shape.kind === "list") return "list";
  if (shape.kind === "map") return isMapObject(shape.key) ? "map" : "object";
  return typeKind(shape.type);
}

function typeKind(type: ValueType): DeriveKind {
  if (type.kind === "message" || type.kind === "wellKnown") return "message";
  return type.kind === "scalar" && (type.scalar === "float" || type.scalar === "bytes")
    ? type.scalar
    : "plain";
}
