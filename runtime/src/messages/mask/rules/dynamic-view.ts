import { clone, ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  reflect,
  type ReflectMap,
  type ReflectMessage,
} from "@bufbuild/protobuf/reflect";
import {
  type FieldValue,
  type FieldView,
  isList,
  isMap,
  type MessageView,
  type ScalarValue,
  type SingleValue,
} from "./message-view.js";

type Behaviors = (field: DescField) => readonly string[];

/** The fields of one message type. */
interface Fields {
  readonly list: readonly DynamicField[];
  readonly byName: ReadonlyMap<string, DynamicField>;
}

/** The fields of message types, shared by the views of one Update so that each type is read once. */
export type KnownFields = Map<DescMessage, Fields>;

/** A field with its descriptor. */
interface DynamicField extends FieldView {
  readonly desc: DescField;
}

/** The view of a message that is described by a descriptor. */
export class DynamicView implements MessageView {
  /** The message as `@bufbuild/protobuf` reflects it. */
  readonly reflection: ReflectMessage;
  readonly #behaviors: Behaviors;
  /** The fields of message types. */
  readonly #known: KnownFields;

  constructor(reflection: ReflectMessage, behaviors: Behaviors = () => [], known: KnownFields = new Map()) {
    this.reflection = reflection;
    this.#behaviors = behaviors;
    this.#known = known;
  }

  get fields(): readonly FieldView[] {
    return this.#fields().list;
  }

  field(name: string): FieldView | undefined {
    return this.#fields().byName.get(name);
  }

  has(field: FieldView): boolean {
    return this.reflection.isSet(this.#desc(field));
  }

  get(field: FieldView): FieldValue {
    const value: unknown = this.reflection.get(this.#desc(field));
    if (isReflectList(value)) return Array.from(value, (one) => this.#open(one));
    if (isReflectMap(value))
      return new Map(Array.from(value, ([key, one]) => [String(key), this.#open(one)]));
    return this.#open(value);
  }

  set(field: FieldView, value: FieldValue): void {
    const desc = this.#desc(field);
    const current: unknown = this.reflection.get(desc);
    if (isList(value) && isReflectList(current)) {
      current.clear();
      for (const one of value) current.add(close(one));
    } else if (isMap(value) && isReflectMap(current)) {
      current.clear();
      for (const [key, one] of value) current.set(keyFromText(current, key), close(one));
    } else if (!isList(value) && !isMap(value)) {
      this.reflection.set(desc, close(value));
    }
  }

  clear(field: FieldView): void {
    this.reflection.clear(this.#desc(field));
  }

  create(field: FieldView): DynamicView {
    const { message } = this.#desc(field);
    if (!message) throw new TypeError(`${this.reflection.desc.typeName}.${field.name} holds no messages`);
    return this.#view(reflect(message));
  }

  clone(): DynamicView {
    const { desc, message } = this.reflection;
    return this.#view(reflect(desc, clone(desc, message)));
  }

  #view(reflection: ReflectMessage): DynamicView {
    return new DynamicView(reflection, this.#behaviors, this.#known);
  }

  #open(value: unknown): SingleValue {
    // A value that is not a message is a scalar.
    return isReflectMessage(value) ? this.#view(value) : (value as ScalarValue);
  }

  #fields(): Fields {
    const { desc } = this.reflection;
    const known = this.#known.get(desc);
    if (known) return known;
    const list = desc.fields.map((field) => dynamicField(field, this.#behaviors(field)));
    const fields = { list, byName: new Map(list.map((field) => [field.name, field])) };
    this.#known.set(desc, fields);
    return fields;
  }

  #desc(field: FieldView): DescField {
    const found = this.#fields().byName.get(field.name);
    if (!found) throw new TypeError(`${this.reflection.desc.typeName} has no field ${field.name}`);
    return found.desc;
  }
}

function dynamicField(desc: DescField, behaviors: readonly string[]): DynamicField {
  const shape = desc.fieldKind === "list" || desc.fieldKind === "map" ? desc.fieldKind : "single";
  const type = desc.message ? "message" : desc.enum ? "enum" : scalarName(desc.scalar);
  return {
    name: desc.name,
    shape,
    isMessage: desc.message !== undefined,
    type: desc.fieldKind === "map" ? `${scalarName(desc.mapKey)}, ${type}` : type,
    oneof: desc.oneof?.name,
    behaviors,
    desc,
  };
}

function scalarName(scalar: ScalarType | undefined): string {
  return scalar === undefined ? "" : (ScalarType[scalar] ?? "").toLowerCase();
}

function close(value: SingleValue): unknown {
  if (value instanceof DynamicView) return value.reflection;
  return value instanceof Uint8Array ? value.slice() : value;
}

function keyFromText(map: ReflectMap, key: string): string | number | bigint | boolean {
  const field = map.field();
  switch (field.mapKey) {
    case ScalarType.STRING:
      return key;
    case ScalarType.BOOL:
      return key === "true";
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.SINT32:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return Number(key);
    default:
      return BigInt(key);
  }
}
