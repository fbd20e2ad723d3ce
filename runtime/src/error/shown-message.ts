import { clip, hidden, hideSecrets } from "../call/secret-text.js";
import type { Field, MessageTable, ValueType } from "../table/table.js";

/** A message as plain data while its fields are read by their tables. */
type Properties = { readonly [name: string]: unknown };

/**
 * A message for people: plain data for JSON and inspection, fields marked
 * `sensitive` or `credentials` hidden, bytes counted, long text and long lists
 * cut, defaults left out.
 */
export function showMessage(table: MessageTable, message: unknown, depth = 0): unknown {
  if (typeof message !== "object" || message === null) return showScalar(message);
  if (depth > depthLimit) return "...";
  const shown: { [name: string]: unknown } = Object.create(null);
  for (const field of table.fields) {
    const value = valueOf(field, message as Properties);
    if (isDefault(value)) continue;
    shown[field.local] = field.isSecret ? hidden : showValue(field, value, depth);
  }
  return shown;
}

const depthLimit = 12;
const lengthLimit = 50;

function valueOf(field: Field, message: Properties): unknown {
  if (!field.oneof) return message[field.local];
  const chosen = message[field.oneof.local];
  if (!isChoice(chosen) || chosen.$case !== field.local) return undefined;
  return chosen.value;
}

function isChoice(value: unknown): value is { readonly $case: string; readonly value: unknown } {
  return typeof value === "object" && value !== null && "$case" in value && "value" in value;
}

function showValue({ shape }: Field, value: unknown, depth: number): unknown {
  if (shape.kind === "list" && Array.isArray(value)) {
    const shown: unknown[] = value.slice(0, lengthLimit).map((one) => showSingle(shape.type, one, depth));
    return value.length > lengthLimit ? [...shown, `... (${value.length - lengthLimit} more)`] : shown;
  }
  if (shape.kind === "map" && typeof value === "object" && value !== null) {
    const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
    const shown: { [key: string]: unknown } = Object.create(null);
    for (const [key, one] of entries.slice(0, lengthLimit)) {
      shown[String(key)] = showSingle(shape.type, one, depth);
    }
    return shown;
  }
  return showSingle(shape.type, value, depth);
}

function showSingle(type: ValueType, value: unknown, depth: number): unknown {
  if (type.kind === "message") return showMessage(type.table, value, depth + 1);
  if (type.kind === "enum") {
    return Object.keys(type.values).find((name) => type.values[name] === value) ?? value;
  }
  // The kinds of plain JSON may hold anything; their text is bounded as a whole.
  if (type.kind === "wellKnown" && typeof value === "object" && !(value instanceof Uint8Array)) {
    return clip(hideSecrets(JSON.stringify(value) ?? ""), 500);
  }
  return showScalar(value);
}

function showScalar(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  return typeof value === "string" ? clip(hideSecrets(value), 500) : value;
}

function isDefault(value: unknown): boolean {
  if (value === undefined || value === 0 || value === 0n || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Uint8Array) return value.byteLength === 0;
  return false;
}
