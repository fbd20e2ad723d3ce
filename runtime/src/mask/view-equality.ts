import type { FieldValue, FieldView, MessageView } from "./message-view.js";

/** Whether two messages of one type carry the same. NaN equals NaN, and 0 equals -0. */
export function areEqualViews(left: MessageView, right: MessageView): boolean {
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
