import { emptyValue, type Properties } from "./field-access.js";
import { fillField } from "./fill-field.js";
import { fillJson } from "./fill-json.js";
import { FillPlace } from "./fill-place.js";
import type { FillValue } from "./fill-scalar.js";
import { retainUnrecognized } from "./unrecognized-enum.js";
import type { MessageInit } from "./message-init.js";
import { hasCodec } from "./known-types.js";
import { didYouMean } from "../../base/text/nearest-name.js";
import type { Field, MessageTable } from "./table.js";

/**
 * A whole message from a partial one: what is left out or undefined gets its
 * default. Everything is copied, and `init` is never changed; unknown fields
 * that came over the wire are kept.
 *
 * @throws A TypeError that names the place (`spec.cpu: a number is needed, got
 * "4"`) for an unknown property, a wrong type or a number out of range; it
 * never shows the value of a secret field.
 */
export function fill<T>(table: MessageTable<T>, init: MessageInit<T>): T {
  // The plan makes what the table describes, and the table is T's.
  return fillMessage(table, init, new FillPlace(table.typeName)) as T;
}

/**
 * A request from what a caller gives: filled, without the fields that only the server writes. They come with values that were
 * read and are handed back; a server would ignore them.
 *
 * @throws A TypeError as `fill` does.
 */
export function fillRequest<T>(table: MessageTable<T>, init: MessageInit<T>): T {
  return fillMessage(table, init, new FillPlace(table.typeName, true)) as T;
}

/** How to fill messages of one type; made once per table. */
interface FillPlan {
  readonly table: MessageTable;
  readonly typeName: string;
  /** Makes a message whose properties have the defaults that can be shared. The others are undefined. */
  readonly blank: () => Properties;
  /** Properties whose default must be made anew: lists, maps and bytes. */
  readonly fresh: readonly Field[];
  /** How to fill each property, in the order of the table. */
  readonly steps: readonly FillStep[];
  readonly byProperty: ReadonlyMap<string, FillStep>;
  /** An Any may hold JSON; a codec would drop it, so only if there is none. */
  readonly keepsJson: boolean;
}

/** A type whose codec makes its messages of the values of their properties. */
type Maker = MessageTable & { readonly make?: (values: readonly unknown[]) => object };

/** How to fill one property. */
interface FillStep {
  readonly property: string;
  /** Its place among the steps. */
  readonly index: number;
  readonly filler: FillValue;
  /** Requests are sent without it. */
  readonly isUnsent: boolean;
}

// The compiler sees through this one where properties are enumerated, and not through `Object.hasOwn`.
const { hasOwnProperty } = Object.prototype;

function fillMessage(table: MessageTable, value: unknown, place: FillPlace): unknown {
  const plan = table.once(fillPlan);
  if (!isObject(value)) throw place.misfit("an object", value, objectHint(plan, value));
  place.enterMessage();
  const message = plan.blank();
  let next = 0;
  // Not `Object.keys`, which makes a list for every message.
  for (const property in value) {
    if (!hasOwnProperty.call(value, property)) continue;
    const given = value[property];
    if (given === undefined) continue;
    // Most are in the order of the table; to look each up in a map takes longer than to fill it.
    const expected = plan.steps[next];
    const step = expected?.property === property ? expected : plan.byProperty.get(property);
    place.enter(property);
    if (step) {
      if (!step.isUnsent || !place.isRequest) message[property] = step.filler(given, place);
      next = step.index + 1;
    } else if (property === "_unknownFields") copyUnknown(message, given, place);
    else if (property === "_json" && plan.keepsJson)
      message[property] = fillJson("google.protobuf.Struct")(given, place);
    else throw unknownProperty(plan, property, place);
    place.leave();
  }
  for (const field of plan.fresh) {
    if (message[field.local] === undefined) message[field.local] = emptyValue(field);
  }
  if (message["_unknownFields"] !== undefined) retainUnrecognized(table, value, message);
  place.leaveMessage();
  return message;
}

function fillPlan(table: MessageTable): FillPlan {
  const fields = new Map(table.fields.map((field) => [field.oneof?.local ?? field.local, field]));
  const steps = Array.from(fields, ([property, field], index): FillStep => {
    const filler = field.oneof ? fillOneof(table, property) : fillField(field, fillMessage);
    return { property, index, filler, isUnsent: field.isUnsent };
  });
  return {
    table,
    typeName: table.typeName,
    keepsJson: table.typeName === "google.protobuf.Any" && !hasCodec(table),
    blank: blankMaker(table, fields),
    fresh: table.fields.filter(isFresh),
    steps,
    byProperty: new Map(steps.map((step) => [step.property, step])),
  };
}

/** If the codec can make the message, it does: to the compiler it is then like those that were read. */
function blankMaker({ make }: Maker, fields: ReadonlyMap<string, Field>): FillPlan["blank"] {
  const values = Array.from(fields.values(), (field) => (isFresh(field) ? undefined : emptyValue(field)));
  if (make) return () => make(values) as Properties;
  const blank = Object.fromEntries([...fields.keys()].map((property, index) => [property, values[index]]));
  return () => ({ ...blank });
}

/** Whether the default is an object, which two messages must not share. */
function isFresh(field: Field): boolean {
  return typeof emptyValue(field) === "object";
}

function fillOneof(table: MessageTable, local: string): FillValue {
  const members = table.fields.filter((field) => field.oneof?.local === local);
  const fillers = new Map(members.map((member) => [member.local, fillField(member, fillMessage)]));
  const names = members.map((member) => `"${member.local}"`).join(", ");
  return (value, place) => {
    if (!isObject(value)) throw place.misfit(`{ $case, value } with $case one of ${names}`, value);
    const name = String(value["$case"]);
    const filler = fillers.get(name);
    if (!filler) throw place.error(`$case must be one of ${names}`);
    const stray = Object.keys(value).find((key) => key !== "$case" && key !== "value");
    if (stray !== undefined) throw place.error(`a oneof holds $case and value, not ${JSON.stringify(stray)}`);
    place.enter(name);
    const copy = { $case: name, value: filler(value["value"], place) };
    place.leave();
    return copy;
  };
}

/** Fields that the decoder did not know; they go out again as they came. */
function copyUnknown(message: Properties, fields: unknown, place: FillPlace): void {
  if (!Array.isArray(fields)) throw place.misfit("the list of unknown fields that a decoder made", fields);
  if (fields.length > 0) message["_unknownFields"] = fields.slice();
}

/** The way from a value of another type to the message. */
function objectHint({ typeName, byProperty }: FillPlan, value: unknown): string {
  if (value === null) return "; leave it out, or write undefined";
  if (value instanceof Date)
    return typeName === "google.protobuf.Timestamp" ? "; timestampFromDate makes one of it" : "";
  if (typeName === "google.protobuf.Duration" && typeof value === "number")
    return "; write { seconds: 30n } for 30 seconds";
  const [first] = byProperty.keys();
  return first === undefined ? "; write {}" : `; its fields are properties: { ${first}: ... }`;
}

function unknownProperty(
  { typeName, byProperty, table }: FillPlan,
  property: string,
  place: FillPlace,
): TypeError {
  return place.error(`${typeName} has no such field${fieldHint(table, byProperty, property)}`);
}

/** The field that was meant: one with that name in a oneof or a message of this one, the nearest name, else all names. */
function fieldHint(table: MessageTable, known: ReadonlyMap<string, unknown>, property: string): string {
  const member = table.fields.find((field) => field.oneof && field.local === property);
  if (member?.oneof) return `; it is in a oneof: ${member.oneof.local}: { $case: "${property}", value: ... }`;
  const near = didYouMean(property, known.keys());
  if (near !== "") return near;
  const around = table.fields.find(
    ({ shape, oneof }) =>
      !oneof &&
      shape.kind === "single" &&
      shape.type.kind === "message" &&
      shape.type.table.fields.some((field) => field.local === property),
  );
  if (around) return `; did you mean ${around.local}: { ${property}: ... }?`;
  const names = [...known.keys()];
  return names.length === 0
    ? ", and no other"
    : `; its fields are ${names.slice(0, 10).join(", ")}${names.length > 10 ? " and more" : ""}`;
}

function isObject(value: unknown): value is Properties {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof Date) &&
    !(value instanceof Map)
  );
}
