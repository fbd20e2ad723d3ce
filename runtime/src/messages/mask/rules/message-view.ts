/**
 * A message as the engine sees it, whatever it is made of: fields go by their
 * proto names. Two adapters exist, for messages of generated code
 * (`viewOf(table, message)`) and for dynamic ones (`@stratus/runtime/mask`).
 */
export interface MessageView {
  /** The fields of the message's type, in the order of the proto file. */
  readonly fields: readonly FieldView[];
  /** A field by proto name. */
  field(name: string): FieldView | undefined;
  /** Whether the message carries a value for a field that a receiver would see. */
  has(field: FieldView): boolean;
  /** The value of a field that is carried. */
  get(field: FieldView): FieldValue;
  /** Sets a field. Lists, maps and bytes are copied; a member of a oneof takes the place of another. */
  set(field: FieldView, value: FieldValue): void;
  /** Makes a field absent: its default, empty, or not set. */
  clear(field: FieldView): void;
  /** An empty message of the type that the field's values have. Only for fields of messages. */
  create(field: FieldView): MessageView;
  /** A deep copy. */
  clone(): MessageView;
}

/** The facts of a field that the engine knows. */
export interface FieldView {
  /** Proto name. */
  readonly name: string;
  /** How many values. */
  readonly shape: "single" | "list" | "map";
  /** The values are messages, not scalars or enums. */
  readonly isMessage: boolean;
  /** Kind of the values, with the key's of a map: only fields of one name and one type are the same field. */
  readonly type: string;
  /** Proto name of the oneof that the field is a member of. */
  readonly oneof: string | undefined;
  /** Simple names of what the proto's `field_behavior` says: `OUTPUT_ONLY`, `IDENTIFIER`, `IMMUTABLE`. */
  readonly behaviors: readonly string[];
}

/** A scalar or enum number. */
export type ScalarValue = number | bigint | string | boolean | Uint8Array;

/** A value of a field that holds one. */
export type SingleValue = ScalarValue | MessageView;

/** A field's value: one, a list, or a map with its keys as text. */
export type FieldValue = SingleValue | readonly SingleValue[] | ReadonlyMap<string, SingleValue>;

/** Whether two messages of one type carry the same. NaN equals NaN, and 0 equals -0. */
function areEqualViews(left: MessageView, right: MessageView): boolean {
  return left.fields.every((field) => areEqualIn(field, left, right));
}

/** Whether two messages of one type carry the same in one field. */
export function areEqualIn(field: FieldView, left: MessageView, right: MessageView): boolean {
  if (!left.has(field) || !right.has(field)) return left.has(field) === right.has(field);
  return areEqualValues(left.get(field), right.get(field));
}

function areEqualValues(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return Number.isNaN(left) && Number.isNaN(right);
  if (isList(left) || left instanceof Uint8Array) {
    const others = isList(right) || right instanceof Uint8Array ? right : [];
    return (
      left.length === others.length && left.every((value, index) => areEqualValues(value, others[index]))
    );
  }
  if (isMap(left)) {
    const others = isMap(right) ? right : new Map<string, never>();
    return (
      left.size === others.size && [...left].every(([key, value]) => areEqualValues(value, others.get(key)))
    );
  }
  return !isList(right) && !isMap(right) && !(right instanceof Uint8Array) && areEqualViews(left, right);
}

/** Whether a value is a list of values. */
export function isList(value: FieldValue): value is Extract<FieldValue, readonly unknown[]> {
  return Array.isArray(value);
}

/** Whether a value is a map of values. */
export function isMap(value: FieldValue): value is Extract<FieldValue, ReadonlyMap<string, unknown>> {
  return value instanceof Map;
}
