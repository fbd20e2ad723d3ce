/**
 * Deriving: the reset mask and the request of an Update. `deriveMask` makes the mask of a whole resource, `diffMask` that
 * between two values. `compactMask` shortens it for the header, and `pruneRequest` makes the smallest request for it. The
 * terms of this folder:
 *
 * - A request **carries** a field that is serialized, and **omits** all others. Only the mask can clear an omitted field.
 * - A server **retains** fields that no request can change: OUTPUT_ONLY, and outside of lists IDENTIFIER and IMMUTABLE.
 * - A value is **missing** if it is INPUT_ONLY and omitted: no response shows it, so nobody knows whether it is set.
 * - **Unknown** fields are those that only a newer SDK knows.
 * - A change that a server would merge differently than the program means is rejected, as the errors in
 *   `derive-errors.ts` explain. Matching decides which message is which, in `elements/match-elements.ts`.
 *
 * @module
 */
import type { Properties } from "../../table/field-access.js";
import { scalarDefault } from "../../table/scalar-default.js";
import { listEntries, isMapObject } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm, type WellKnownForm } from "../../table/well-known.js";
import { containsInputOnly, isNeverVisible, findMissingInLists } from "../fields/input-only.js";
import { restoreUnrecognized } from "../fields/unrecognized-enums.js";
import { MaskPathError } from "../text/mask-error.js";
import { parseMaskTree, unlimited } from "../text/mask-parser.js";
import { formatKey, formatPath } from "../text/mask-tree.js";
import { containsGroup, structureTable } from "../fields/message-fields.js";
import { Mask } from "../text/mask.js";

/**
 * Derives the mask with which an Update makes the resource equal to `message`, in every field that the table knows. The
 * mask names the fields that the message omits or has at their default. It never names fields that only a newer server
 * knows, nor those that requests are sent without because only the server writes them. It also never names INPUT_ONLY
 * fields that the message omits: no response shows their values, so only a mask of the caller can clear them. An
 * unrecognized number of a closed enum is a value like any other.
 *
 * This runs for each Update, and most callers need only the text. So it writes the canonical text directly. The tree is
 * parsed from the text on first use.
 *
 * @throws MaskPathError if an element of a list lacks an INPUT_ONLY value that its type has. A server identifies elements
 * by index, so it could keep the value in another element. Also if a list of a closed enum was changed so that the
 * positions of its unrecognized numbers are not known.
 */
export function deriveMask<T extends object>(table: MessageTable<T>, message: T): Mask {
  // Messages of generated code are plain objects.
  const properties = restoreUnrecognized(table, message as Properties);
  const plan = table.once(createPlan);
  const missing = plan.hasInputOnly ? findMissingInLists(table, properties) : undefined;
  if (missing) throw missingInListError(formatPath(missing));
  const text = deriveOne(plan, properties, false);
  return new Mask(() => parseMaskTree(text, unlimited), text);
}

function missingInListError(path: string): MaskPathError {
  return new MaskPathError(
    path,
    `${path} is INPUT_ONLY and not sent. No response shows it, and a server identifies the elements of a list ` +
      `by index, so it could keep the value in another element. ` +
      `Send ${path}, change the resource with modify(), or give a resetMask`,
  );
}

/** Writes the entries of a message, in canonical order. Several entries below one place form a group. */
function deriveOne(plan: DerivePlan, message: Properties, isInGroup: boolean): string {
  let text = "";
  let hasSeveral = false;
  for (const step of plan.steps) {
    const value = readStep(step, message);
    let entry = step.name;
    if (step.hasInside) entry = deriveInside(step, message, value);
    else if (!isNamed(step, value)) continue;
    if (entry === "") continue;
    if (text === "") text = entry;
    else {
      text += `,${entry}`;
      hasSeveral = true;
    }
  }
  return isInGroup && hasSeveral ? `(${text})` : text;
}

/** Writes the entry of a field of messages, with the entries inside; empty for an omitted field that is never visible. */
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

/** Writes the united entries of the messages that one field has in several places. */
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
 * Writes the entries of each element or map value under its own key. Values with INPUT_ONLY fields need this, because an
 * entry that one value needs must not clear what another one does not show. So do values with groups: if the group is
 * omitted, the mask must name it, otherwise what is inside it.
 */
function deriveByKey(step: DeriveStep, value: unknown): string {
  const values = listEntries(value);
  if (values.length === 0) return step.absent;
  const entries: string[] = [];
  for (const [key, one] of values) {
    const inside = deriveOne(step.plan, one as Properties, true);
    if (inside !== "") entries.push(`${formatKey(key)}.${inside}`);
  }
  if (entries.length === 0) return step.name;
  entries.sort();
  return `${step.name}.${entries.length > 1 ? `(${entries.join(",")})` : entries[0]}`;
}

/** Writes the entries that at least one of several messages of a type needs. */
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

/** Whether the mask names a field of scalars: it is at its default. One that is never visible must be set to it. */
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
      return isListOrBytes(value) && value.length === 0;
  }
}

/** Collects the messages in one field. */
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

/** Whether the step is for the member of a oneof that is set. The value of some well-known types is then `undefined`. */
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

function isListOrBytes(value: unknown): value is { readonly length: number } {
  return typeof value === "object";
}

/** The plan for the masks of one message type. */
interface DerivePlan {
  /** The steps of its fields, sorted by proto name. */
  readonly steps: readonly DeriveStep[];
  /** Whether the type has INPUT_ONLY fields, at any depth. */
  readonly hasInputOnly: boolean;
}

/** Makes the plan of a type. The result is kept with the table. */
function createPlan(table: MessageTable): DerivePlan {
  // No program means to clear what only the server writes. Identifiers are sent back although the server writes them.
  const named = table.fields.filter(
    ({ behaviors, isUnsent }) => !isUnsent && !behaviors.includes("OUTPUT_ONLY"),
  );
  const steps = named.map((field) => new DeriveStep(field));
  steps.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { steps, hasInputOnly: table.once(containsInputOnly) };
}

const empty: DerivePlan = { steps: [], hasInputOnly: false };

/** The TypeScript form of a field's values, as far as it matters for whether they are at their default. */
type DeriveKind = "plain" | "float" | "bytes" | "list" | "object" | "map" | "message";

/** The part of a plan for one field. */
class DeriveStep {
  readonly name: string;
  /** The property with the value, or with the `{ $case, value }` of the oneof. */
  readonly property: string;
  /** `$case` of the member, for a member of a oneof. */
  readonly member: string | undefined;
  readonly kind: DeriveKind;
  /** Whether the values are messages. */
  readonly hasInside: boolean;
  /** The text before the fields inside: `rooms.*.`. */
  readonly prefix: string;
  /** The default of a plain scalar. */
  readonly zero: unknown;
  /** Whether no response shows the field. */
  readonly isHidden: boolean;
  /** Whether the field, set to its default, differs from an absent one. */
  readonly hasPresence: boolean;
  /** The entry of an omitted field of messages: its name, or nothing. */
  readonly absent: string;
  /**
   * Whether each value is named by its key: in maps of values with INPUT_ONLY fields, and for values and elements with
   * groups, because a wildcard that leads into the group of one does not end at that of another.
   */
  readonly isByKey: boolean;
  /** Converts the values of a well-known type to messages. */
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
    this.isHidden = isNeverVisible(field);
    this.hasPresence = field.hasPresence || field.oneof !== undefined;
    this.absent = this.isHidden ? "" : field.name;
    const inside = field.shape.kind === "single" ? undefined : structureTable(type);
    this.isByKey =
      inside?.once(containsGroup) === true ||
      (field.shape.kind === "map" && inside?.once(containsInputOnly) === true);
  }

  /** The plan of the messages inside. Looked up on first use, because a type may contain itself. */
  get plan(): DerivePlan {
    return (this.#plan ??= this.#table?.once(createPlan) ?? empty);
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
