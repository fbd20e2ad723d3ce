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
 * Fills a partial message: omitted and undefined fields get their defaults. Everything is copied, and `init` is not changed.
 * Unknown fields that were received are retained.
 *
 * @throws TypeError with the place (`spec.cpu: a number is needed, got "4"`) for an unknown property, a wrong type or a number
 * out of range. It never contains the value of a secret field.
 */
export function fill<T>(table: MessageTable<T>, init: MessageInit<T>): T {
  // By the table, the result is a T.
  return fillMessage(table, init, new FillPlace(table.typeName)) as T;
}

/**
 * Fills a request and omits its server-managed fields. Callers pass them with values that they have read, and a server would
 * ignore them.
 *
 * @throws TypeError as `fill` does.
 */
export function fillRequest<T>(table: MessageTable<T>, init: MessageInit<T>): T {
  return fillMessage(table, init, new FillPlace(table.typeName, "request")) as T;
}

/**
 * Checks a message that a writer refused, and throws an error with the place of the first value that cannot be written.
 *
 * @throws TypeError as `fill` does.
 */
export function checkSerializable(table: MessageTable, message: unknown): void {
  fillMessage(table, message, new FillPlace(table.typeName, "serialize"));
}

/** The plan for filling messages of one type. Kept with the table. */
interface FillPlan {
  readonly table: MessageTable;
  readonly typeName: string;
  /** Creates a message with the defaults that messages can share. The others are undefined. */
  readonly blank: () => Properties;
  /** Fields whose default must be created for each message: lists, maps and bytes. */
  readonly fresh: readonly Field[];
  /** The steps for the properties, in the order of the table. */
  readonly steps: readonly FillStep[];
  readonly byProperty: ReadonlyMap<string, FillStep>;
  /** Whether it is an Any without a codec, which may contain JSON. */
  readonly keepsJson: boolean;
}

/** A type whose codec creates its messages. */
type Maker = MessageTable & { readonly make?: (values: readonly unknown[]) => object };

/** The part of a plan for one property. */
interface FillStep {
  readonly property: string;
  /** Its index among the steps. */
  readonly index: number;
  readonly filler: FillValue;
  /** Whether requests are sent without it. */
  readonly isUnsent: boolean;
}

// The compiler optimizes this call in loops over properties, but not `Object.hasOwn`.
const { hasOwnProperty } = Object.prototype;

function fillMessage(table: MessageTable, value: unknown, place: FillPlace): unknown {
  const plan = table.once(fillPlan);
  if (!isObject(value)) throw place.mismatch("an object", value, objectHint(plan, value));
  place.enterMessage();
  const message = plan.blank();
  let next = 0;
  // `Object.keys` would create a list for every message.
  for (const property in value) {
    if (!hasOwnProperty.call(value, property)) continue;
    const given = value[property];
    if (given === undefined) continue;
    // Most properties are in the order of the table, and looking each up in a map would take longer than filling it.
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

/** Creates the function for empty messages, by the codec if possible: the messages then have the same shape as decoded ones. */
function blankMaker({ make }: Maker, fields: ReadonlyMap<string, Field>): FillPlan["blank"] {
  const values = Array.from(fields.values(), (field) => (isFresh(field) ? undefined : emptyValue(field)));
  if (make) return () => make(values) as Properties;
  const blank = Object.fromEntries([...fields.keys()].map((property, index) => [property, values[index]]));
  return () => ({ ...blank });
}

/** Whether the default is an object, which messages must not share. */
function isFresh(field: Field): boolean {
  return typeof emptyValue(field) === "object";
}

function fillOneof(table: MessageTable, local: string): FillValue {
  const members = table.fields.filter((field) => field.oneof?.local === local);
  const fillers = new Map(members.map((member) => [member.local, fillField(member, fillMessage)]));
  const names = members.map((member) => `"${member.local}"`).join(", ");
  return (value, place) => {
    if (!isObject(value)) throw place.mismatch(`{ $case, value } with $case one of ${names}`, value);
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

/** Copies unknown fields, which are serialized as they were received. */
function copyUnknown(message: Properties, fields: unknown, place: FillPlace): void {
  if (!Array.isArray(fields)) throw place.mismatch("the list of unknown fields that a decoder made", fields);
  if (fields.length > 0) message["_unknownFields"] = fields.slice();
}

/** Formats a hint how to write the message. */
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

/** Formats a hint for an unknown property: a field with that name in a oneof or an inner message, the nearest name, or all names. */
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
