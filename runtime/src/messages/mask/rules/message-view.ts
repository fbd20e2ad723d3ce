/**
 * A message as the engine sees it. Fields have their proto names. There are two adapters: for messages of generated code
 * (`viewOf(table, message)`) and for dynamic ones (`@stratus/runtime/mask`).
 */
export interface MessageView {
  /** The fields of the message's type, in the order of the proto file. */
  readonly fields: readonly FieldView[];
  /** A field by proto name. */
  field(name: string): FieldView | undefined;
  /** Whether the message carries a field. */
  has(field: FieldView): boolean;
  /** The value of a field that is carried. */
  get(field: FieldView): FieldValue;
  /** Sets a field. Copies lists, maps and bytes. A member of a oneof replaces another member. */
  set(field: FieldView, value: FieldValue): void;
  /** Clears a field to its default. */
  clear(field: FieldView): void;
  /** Creates an empty message of the type of a field's values. Only for fields of messages. */
  create(field: FieldView): MessageView;
  /** Returns a deep copy. */
  clone(): MessageView;
}

/** A field as the engine sees it. */
export interface FieldView {
  /** Proto name. */
  readonly name: string;
  /** One value, a list or a map. */
  readonly shape: "single" | "list" | "map";
  /** Whether the values are messages. */
  readonly isMessage: boolean;
  /** The kind of the values, and of the keys of a map. Fields of different messages correspond if name and type are equal. */
  readonly type: string;
  /** Proto name of the oneof that the field is a member of. */
  readonly oneof: string | undefined;
  /** The values of the `field_behavior` option by simple name: `OUTPUT_ONLY`, `IDENTIFIER`, `IMMUTABLE`. */
  readonly behaviors: readonly string[];
}

/** A scalar, or the number of an enum value. */
export type ScalarValue = number | bigint | string | boolean | Uint8Array;

/** The value of a single field, or one value of a list or map. */
export type SingleValue = ScalarValue | MessageView;

/** A field's value: one, a list, or a map with its keys as text. */
export type FieldValue = SingleValue | readonly SingleValue[] | ReadonlyMap<string, SingleValue>;

/** Whether two messages of one type are equal. NaN equals NaN, and 0 equals -0. */
function areEqualViews(left: MessageView, right: MessageView): boolean {
  return left.fields.every((field) => areEqualIn(field, left, right));
}

/** Whether two messages of one type are equal in one field. */
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
