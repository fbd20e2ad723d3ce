import {
  clearField,
  isSerialized,
  isScalar,
  type Properties,
  readField,
  writeField,
} from "../../table/field-access.js";
import { mapEntries, mapFrom } from "../../table/map-form.js";
import type { Field, MessageTable, ValueType } from "../../table/table.js";
import { wellKnownForm, type WellKnownForm } from "../../table/well-known.js";
import {
  type FieldValue,
  type FieldView,
  isList,
  isMap,
  type MessageView,
  type SingleValue,
} from "./message-view.js";

/** A message of generated code, with its table, as the engine sees it. */
export class TableView implements MessageView {
  readonly #table: MessageTable;
  readonly #message: Properties;
  /** Set where the message is a well-known type's, which has another form in TypeScript. */
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
    return isSerialized(this.#message, this.#own(field));
  }

  get(field: FieldView): FieldValue {
    const { shape } = this.#own(field);
    const value = readField(this.#message, this.#own(field));
    if (shape.kind === "single") return open(shape.type, value);
    if (shape.kind === "list") return Array.isArray(value) ? value.map((one) => open(shape.type, one)) : [];
    return new Map(mapEntries(value).map(([key, one]) => [key, open(shape.type, one)]));
  }

  set(field: FieldView, value: FieldValue): void {
    const { shape } = this.#own(field);
    writeField(
      this.#message,
      this.#own(field),
      closeAll(value, shape.kind === "map" ? shape.key : undefined),
    );
  }

  clear(field: FieldView): void {
    clearField(this.#message, this.#own(field));
  }

  create(field: FieldView): TableView {
    const { type } = this.#own(field).shape;
    const form = type.kind === "wellKnown" ? wellKnownForm(type.name) : undefined;
    const table = type.kind === "message" ? type.table : form?.table;
    if (!table) throw new TypeError(`${this.#table.typeName}.${field.name} holds no messages`);
    return new TableView(table, table.create() as object, form);
  }

  clone(): TableView {
    return new TableView(this.#table, deepCopy(this.#message), this.#form);
  }

  /** The message as generated code has it. */
  toValue(): unknown {
    return this.#form ? this.#form.fromMessage(this.#message) : this.#message;
  }

  #own(field: FieldView): Field {
    const own = this.#table.byName.get(field.name);
    if (!own) throw new TypeError(`${this.#table.typeName} has no field ${field.name}`);
    return own;
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

function open(type: ValueType, value: unknown): SingleValue {
  if (type.kind === "message") return new TableView(type.table, value ?? {});
  if (type.kind === "wellKnown") {
    const form = wellKnownForm(type.name);
    return new TableView(form.table, form.toMessage(value), form);
  }
  // The table says that the value is a scalar, so that is what it is.
  return value as SingleValue;
}

function closeAll(value: FieldValue, key: Parameters<typeof mapFrom>[0] | undefined): unknown {
  if (isList(value)) return value.map(close);
  if (!isMap(value)) return close(value);
  return mapFrom(
    key ?? "string",
    Array.from(value, ([text, one]) => [text, close(one)] as const),
  );
}

function close(value: SingleValue): unknown {
  if (value instanceof TableView) return value.toValue();
  return value instanceof Uint8Array ? value.slice() : value;
}

function asProperties(message: object): Properties {
  // Messages of generated code are plain objects.
  return message as Properties;
}

/** A copy of a message of generated code, all the way down. */
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
