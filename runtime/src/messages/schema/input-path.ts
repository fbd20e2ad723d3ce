import { isRecord } from "../table/field-access.js";
import type { Field, MessageTable } from "../table/table.js";

/** Whether inputs are JSON or messages. */
type Form = "json" | "message";

/**
 * The path of a violation in the names of an input: JSON may have a field by its JSON name or by its proto name, a
 * message has the properties of its type, with `value` for what is in a oneof.
 */
export function inputPath(
  type: MessageTable,
  path: string,
  input: unknown,
  form: Form,
): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  let table: MessageTable | undefined = type;
  let value = input;
  for (const step of splitPath(path)) {
    const field: Field | undefined = typeof step === "string" ? table?.byName.get(step) : undefined;
    const names = field ? listNames(field, value, form) : oneofNames(table, step, form);
    for (const name of names) value = valueAt(value, name);
    steps.push(...names);
    if (!field) continue;
    table = tableIn(field);
  }
  return steps;
}

/** The path of an error in a message, which names the member of a oneof: as a program reaches it, by `value`. */
export function reachedPath(
  path: readonly (string | number)[],
  input: unknown,
): readonly (string | number)[] {
  let value = input;
  return path.map((step) => {
    const property = isRecord(value) && value["$case"] === step ? "value" : step;
    value = valueAt(value, property);
    return property;
  });
}

function tableIn({ shape: { type } }: Field): MessageTable | undefined {
  return type.kind === "message" ? type.table : undefined;
}

function listNames({ name, json, local, oneof }: Field, input: unknown, form: Form): readonly string[] {
  if (form === "message") return oneof ? [oneof.local, "value"] : [local];
  return [isRecord(input) && !Object.hasOwn(input, json) && Object.hasOwn(input, name) ? name : json];
}

/** A oneof has no name in JSON: its members are beside the other fields. An index or a key is itself. */
function oneofNames(
  table: MessageTable | undefined,
  step: string | number,
  form: Form,
): readonly (string | number)[] {
  const member = table?.fields.find(({ oneof }) => oneof?.name === step);
  if (!member?.oneof) return [step];
  return form === "message" ? [member.oneof.local] : [];
}

function valueAt(value: unknown, step: string | number): unknown {
  if (value instanceof Map) return value.get(step);
  if (Array.isArray(value)) return value[Number(step)];
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** The steps of `spec.disks[2].labels["a.b"]`: names, and what is in brackets. */
function splitPath(path: string): readonly (string | number)[] {
  return Array.from(path.matchAll(/\[("(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g), ([whole, inside]) => {
    if (inside === undefined) return whole;
    if (inside.startsWith('"')) return String(JSON.parse(inside));
    return /^\d+$/.test(inside) ? Number(inside) : inside;
  });
}
