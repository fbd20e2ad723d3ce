import {
  clearField,
  isSerialized,
  isScalar,
  type Properties,
  readField,
  writeField,
} from "../../table/field-access.js";
import { mapEntries, toMap } from "../../table/map-form.js";
import { toNumeric } from "../../table/scalar-default.js";
import type { Field, MessageTable, Shape, ValueType } from "../../table/table.js";
import { wellKnownForm, type WellKnownForm } from "../../table/well-known.js";
import {
  type FieldValue,
  type FieldView,
  isList,
  isMap,
  type MessageView,
  type SingleValue,
} from "./message-view.js";

/** The view of a message of generated code, described by its table. */
export class TableView implements MessageView {
  readonly #table: MessageTable;
  readonly #message: Properties;
  /** Set if the type is well-known and has another form in TypeScript. */
  readonly #form: WellKnownForm | undefined;

  constructor(table: MessageTable, message: object, form?: WellKnownForm) {
    this.#table = table;
    this.#message = asProperties(message);
    this.#form = form;
  }

  get fields(): readonly FieldView[] {
    return this.#table.once(fieldViews).list;
  }

  field(name: string): FieldView | undefined {
    return this.#table.once(fieldViews).byName.get(name);
  }

  has(field: FieldView): boolean {
    return isSerialized(this.#message, this.#findField(field));
  }

  get(field: FieldView): FieldValue {
    const { shape } = this.#findField(field);
    const value = readField(this.#message, this.#findField(field));
    if (shape.kind === "single") return toView(shape.type, value);
    if (shape.kind === "list") return Array.isArray(value) ? value.map((one) => toView(shape.type, one)) : [];
    return new Map(mapEntries(value).map(([key, one]) => [key, toView(shape.type, one)]));
  }

  set(field: FieldView, value: FieldValue): void {
    const { shape } = this.#findField(field);
    writeField(this.#message, this.#findField(field), toValues(value, shape));
  }

  clear(field: FieldView): void {
    clearField(this.#message, this.#findField(field));
  }

  create(field: FieldView): TableView {
    const { type } = this.#findField(field).shape;
    const form = type.kind === "wellKnown" ? wellKnownForm(type.name) : undefined;
    const table = type.kind === "message" ? type.table : form?.table;
    if (!table) throw new TypeError(`${this.#table.typeName}.${field.name} holds no messages`);
    return new TableView(table, table.create() as object, form);
  }

  clone(): TableView {
    return new TableView(this.#table, deepCopy(this.#message), this.#form);
  }

  /** Returns the message in its TypeScript form. */
  toValue(): unknown {
    return this.#form ? this.#form.fromMessage(this.#message) : this.#message;
  }

  #findField(field: FieldView): Field {
    const found = this.#table.byName.get(field.name);
    if (!found) throw new TypeError(`${this.#table.typeName} has no field ${field.name}`);
    return found;
  }
}

interface FieldViews {
  readonly list: readonly FieldView[];
  readonly byName: ReadonlyMap<string, FieldView>;
}

function fieldViews(table: MessageTable): FieldViews {
  const list = table.fields.map(fieldView);
  return { list, byName: new Map(list.map((field) => [field.name, field])) };
}

function fieldView(field: Field): FieldView {
  const { shape } = field;
  const type = typeName(shape.type);
  return {
    name: field.name,
    shape: shape.kind,
    isMessage: !isScalar(field),
    type: shape.kind === "map" ? `${shape.key}, ${type}` : type,
    oneof: field.oneof?.name,
    behaviors: field.behaviors,
  };
}

function typeName(type: ValueType): string {
  if (type.kind === "scalar") return type.scalar;
  return type.kind === "enum" ? "enum" : "message";
}

function toView(type: ValueType, value: unknown): SingleValue {
  if (type.kind === "message") return new TableView(type.table, value ?? {});
  if (type.kind === "wellKnown") {
    const form = wellKnownForm(type.name);
    return new TableView(form.table, form.toMessage(value), form);
  }
  // By the table, the value is a scalar. The view of any message has a `bigint` for a 64-bit integer.
  return toNumeric(type, value) as SingleValue;
}

function toValues(value: FieldValue, shape: Shape): unknown {
  const { type } = shape;
  if (isList(value)) return value.map((one) => toValue(one, type));
  if (!isMap(value)) return toValue(value, type);
  return toMap(
    shape.kind === "map" ? shape.key : "string",
    Array.from(value, ([text, one]) => [text, toValue(one, type)] as const),
  );
}

function toValue(value: SingleValue, type: ValueType): unknown {
  if (value instanceof TableView) return value.toValue();
  if (type.kind === "scalar" && type.longAsString) return String(value);
  return value instanceof Uint8Array ? value.slice() : value;
}

function asProperties(message: object): Properties {
  // Messages of generated code are plain objects.
  return message as Properties;
}

/** Copies a message of generated code, at any depth. */
function deepCopy<T>(value: T): T;
function deepCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map((one: unknown) => deepCopy(one));
  if (value instanceof Map) return new Map(Array.from(value, ([key, one]) => [key, deepCopy(one)]));
  const copy: { [key: string]: unknown } = Object.create(Object.getPrototypeOf(value));
  for (const [key, one] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: deepCopy(one),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
