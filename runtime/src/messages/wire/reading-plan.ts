import { type Properties, propertyName } from "../table/field-access.js";
import { isMapObject } from "../table/map-form.js";
import { scalarDefault } from "../table/scalar-default.js";
import type { Field, MessageTable, Scalar, ValueType } from "../table/table.js";
import type { MessageKind } from "./message-kind.js";
import { plainKind } from "./plain-kinds.js";
import { scalarKind, type ValueKind } from "./value-kinds.js";

/** Creates a message from the values of its properties, in the order of its table. Generated for each type. */
export type Make = (values: readonly unknown[]) => object;

/** How a value is read. */
export const forms = { plain: 0, group: 1, closed: 2, json: 3 } as const;

/** The kinds of properties that a value is stored in. */
export const places = { single: 0, list: 1, packed: 2, oneof: 3, map: 4 } as const;

/** The modes of reading a field. The most common fields have a mode of their type. */
export const readModes = {
  any: 0,
  text: 1,
  int32: 2,
  int64: 3,
  bool: 4,
  message: 5,
  texts: 6,
  messages: 7,
  plain: 8,
  choice: 9,
  messageChoice: 10,
  messageMap: 11,
  textChoice: 12,
  bytes: 13,
  fixed64: 14,
} as const;

type Form = (typeof forms)[keyof typeof forms];
type Place = (typeof places)[keyof typeof places];
type ReadMode = (typeof readModes)[keyof typeof readModes];

/** How to read the field of a tag. */
export class FieldReader {
  readonly mode: ReadMode;
  readonly place: Place;
  readonly form: Form;
  /** Its index among the values of the message. */
  readonly index: number;
  readonly number: number;
  /** Proto name of the field. */
  readonly field: string;
  /** Property of the field, or `$case` of a oneof's member. */
  readonly name: string;
  readonly kind: ValueKind<unknown>;
  /** Kind of the keys of a map. */
  readonly keys: ValueKind<unknown>;
  /** The values of a closed enum. */
  readonly known: ReadonlySet<number>;

  #plan: ReadingPlan | undefined;

  constructor(field: Field, index: number, place: Place) {
    const { type } = field.shape;
    this.place = place;
    this.form = fieldForm(field, type);
    this.index = index;
    this.number = field.number;
    this.field = field.name;
    this.name = field.local;
    this.kind = fieldKind(type, field);
    this.mode = this.form === forms.plain ? selectMode(place, field, this.kind) : readModes.any;
    this.keys = field.shape.kind === "map" ? scalarKind(field.shape.key, isChecked(field)) : this.kind;
    this.known = new Set(
      this.form === forms.closed && type.kind === "enum" ? Object.values(type.values) : [],
    );
  }

  /** The plan of the messages in it. Looked up when the first one is read. */
  get plan(): ReadingPlan {
    return (this.#plan ??= (this.kind as Planned).plan);
  }
}

/** Message types of our codecs, which have a plan. */
interface Planned extends ValueKind<unknown> {
  readonly plan: ReadingPlan;
}

/** Smaller tags are indexes of an array. All common tags are smaller. */
const fewTags = 2048;

/**
 * The plan for reading messages of one type. The values of the properties are collected in an array, and the generated function
 * creates the message from them. So a message has its final shape from the start, and no property is set by a computed name.
 */
export class ReadingPlan {
  readonly table: MessageTable;
  readonly make: Make;
  readonly #slots: (FieldReader | undefined)[] = [];
  readonly #moreSlots = new Map<number, FieldReader>();
  /** The names of the properties, in the order of their values. */
  readonly #locals: readonly string[];
  /** The values of an empty message. */
  readonly #empty: readonly unknown[];
  /** The indexes of lists. */
  readonly #lists: readonly number[];
  /** The indexes of maps. */
  readonly #maps: readonly { readonly index: number; readonly make: () => unknown }[];
  /** The indexes of bytes. Their defaults are created last, because most are read. */
  readonly #bytes: readonly number[];
  /** Whether there are any. Most types have none, and even an empty loop takes time. */
  readonly #hasLists: boolean;
  readonly #hasMaps: boolean;
  readonly #hasBytes: boolean;

  constructor(table: MessageTable, make: Make) {
    this.table = table;
    this.make = make;
    const { fields } = table;
    const locals = [...new Set(fields.map(propertyName))];
    const localIndex = (field: Field): number => locals.indexOf(propertyName(field));
    this.#locals = locals;
    // One more, for what is unknown. So there are never numbers alone, for which an engine has arrays of another kind.
    const empty: unknown[] = [...locals, ""].map(() => undefined);
    for (const field of fields) {
      const isScalar = field.shape.kind === "single" && !field.oneof && !field.hasPresence;
      if (isScalar && !isBytes(field)) empty[localIndex(field)] = scalarDefault(field.shape.type);
    }
    this.#empty = empty;
    this.#lists = fields.filter(({ shape }) => shape.kind === "list").map(localIndex);
    this.#bytes = fields.filter(isBytes).map(localIndex);
    this.#maps = fields.flatMap((field) => {
      const make = mapMaker(field);
      return make ? [{ index: localIndex(field), make }] : [];
    });
    this.#hasLists = this.#lists.length > 0;
    this.#hasMaps = this.#maps.length > 0;
    this.#hasBytes = this.#bytes.length > 0;
    for (const field of fields) this.#add(field, localIndex(field));
  }

  /** Finds how to read a tag; undefined for an unknown field. */
  slot(tag: number): FieldReader | undefined {
    return tag < this.#slots.length ? this.#slots[tag] : this.#moreSlots.get(tag);
  }

  /** Creates the values of an empty message, with a last place for unknown fields. */
  empty(): unknown[] {
    const values = this.#empty.slice();
    if (this.#hasLists) for (const index of this.#lists) values[index] = [];
    if (this.#hasMaps) for (const { index, make } of this.#maps) values[index] = make();
    return values;
  }

  /** Adds the defaults that are expensive to create and were not on the wire. */
  complete(values: unknown[]): void {
    if (this.#hasBytes) for (const index of this.#bytes) values[index] ??= new Uint8Array(0);
  }

  /** Returns the values of a message, with its unknown fields last. */
  readValues(message: object): unknown[] {
    // A message has a property for each field.
    const properties = message as Properties;
    const keeper = properties["_unknownFields"] === undefined ? undefined : message;
    return [...this.#locals.map((local) => properties[local]), keeper];
  }

  #add(field: Field, index: number): void {
    const tag = field.number * 8;
    if (field.shape.kind !== "list") {
      const isMap = field.shape.kind === "map";
      const slot = new FieldReader(
        field,
        index,
        isMap ? places.map : field.oneof ? places.oneof : places.single,
      );
      this.#put(tag + (isMap ? 2 : slotWireType(slot)), slot);
      return;
    }
    const one = new FieldReader(field, index, places.list);
    const wireType = slotWireType(one);
    this.#put(tag + wireType, one);
    // Numbers come one by one or packed, whatever the proto says.
    if (wireType !== 2 && one.form !== forms.group)
      this.#put(tag + 2, new FieldReader(field, index, places.packed));
  }

  #put(tag: number, slot: FieldReader): void {
    if (tag >= fewTags) {
      this.#moreSlots.set(tag, slot);
      return;
    }
    // Without gaps, because sparse arrays are slower.
    while (this.#slots.length <= tag) this.#slots.push(undefined);
    this.#slots[tag] = slot;
  }
}

function slotWireType({ form, kind }: FieldReader): number {
  return form === forms.group ? 3 : kind.wireType;
}

function fieldForm(field: Field, type: ValueType): Form {
  if (field.wire === "group") return forms.group;
  if (field.wire === "closed") return forms.closed;
  const isAlone = field.shape.kind === "single" && !field.oneof;
  const isJson = type.kind === "wellKnown" && type.name === "google.protobuf.Value";
  return isAlone && isJson ? forms.json : forms.plain;
}

function selectMode(place: Place, field: Field, kind: ValueKind<unknown>): ReadMode {
  const { type } = field.shape;
  if (type.kind === "message") return "plan" in kind ? messageWays[place] : readModes.any;
  if (!isChecked(field) || (type.kind !== "scalar" && type.kind !== "enum")) return readModes.any;
  if (place === places.list) return isText(type) ? readModes.texts : readModes.any;
  if (place === places.oneof) return isText(type) ? readModes.textChoice : readModes.choice;
  if (place !== places.single) return readModes.any;
  if (type.kind === "enum") return readModes.int32;
  return type.longAsString ? readModes.plain : scalarWay(type.scalar);
}

/** The modes of messages with a plan. */
const messageWays: { readonly [place in Place]: ReadMode } = {
  [places.single]: readModes.message,
  [places.list]: readModes.messages,
  [places.packed]: readModes.any,
  [places.oneof]: readModes.messageChoice,
  [places.map]: readModes.messageMap,
};

function isText(type: ValueType): boolean {
  return type.kind === "scalar" && type.scalar === "string";
}

function scalarWay(scalar: Scalar): ReadMode {
  switch (scalar) {
    case "string":
      return readModes.text;
    case "int32":
    case "int64":
    case "bool":
    case "bytes":
    case "fixed64":
      return readModes[scalar];
    default:
      return readModes.plain;
  }
}

/** Text must be UTF-8. */
function isChecked({ wire }: Field): boolean {
  return wire !== "unchecked";
}

function fieldKind(type: ValueType, field: Field): ValueKind<unknown> {
  switch (type.kind) {
    case "scalar":
      return scalarKind(type.scalar, isChecked(field), type.longAsString);
    case "enum":
      return scalarKind("int32");
    case "wellKnown":
      return plainKind(type.name);
    case "message":
      // A message with a codec holds no others.
      return (type.table as MessageTable & { readonly wire: MessageKind<unknown> }).wire;
  }
}

/** Creates a map for one message. */
function mapMaker({ shape }: Field): (() => unknown) | undefined {
  if (shape.kind !== "map") return undefined;
  return isMapObject(shape.key) ? () => new Map() : () => ({});
}

/** Whether an omitted field has empty bytes instead of undefined. */
function isBytes({ shape, oneof, hasPresence }: Field): boolean {
  const isOne = shape.kind === "single" && shape.type.kind === "scalar" && shape.type.scalar === "bytes";
  return isOne && !oneof && !hasPresence;
}
