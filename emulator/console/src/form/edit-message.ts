import type { FormField, MethodForm } from "../../../src/control/view-types.js";
import { isJsonMap, type Json, type JsonMap } from "../text/json.js";

/** Returns a message with a field set, or without it if the value is undefined. */
export function withField(message: JsonMap, name: string, value: Json | undefined): JsonMap {
  const others = Object.entries(message).filter(([key]) => key !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** A row of a form: a field, or the fields of a oneof, of which one can be set. */
export type FormRow =
  | { readonly kind: "field"; readonly field: FormField }
  | { readonly kind: "oneof"; readonly name: string; readonly fields: readonly FormField[] };

/** Returns the rows of a message, those with required fields first. */
export function formRows(fields: readonly FormField[]): FormRow[] {
  const rows = new Map<string, FormRow>();
  for (const field of fields) {
    // `optional` makes a oneof of one field, whose name begins with `_`.
    if (field.oneof === undefined || field.oneof.startsWith("_"))
      rows.set(`field ${field.name}`, { kind: "field", field });
    else {
      const others = fields.filter(({ oneof }) => oneof === field.oneof);
      rows.set(`oneof ${field.oneof}`, { kind: "oneof", name: field.oneof, fields: others });
    }
  }
  const isRequired = (row: FormRow): boolean => row.kind === "field" && row.field.isRequired;
  const all = [...rows.values()];
  return [...all.filter(isRequired), ...all.filter((row) => !isRequired(row))];
}

/** The resource that a form begins with. */
export interface KnownResource {
  readonly type: string;
  readonly id: string;
  readonly value: JsonMap;
}

/** Returns the request of a method for a resource, as far as its fields can hold it. */
export function requestFor(form: MethodForm, { type, id, value }: KnownResource): JsonMap {
  const fields = form.messages[form.request] ?? [];
  const entries = fields.flatMap((field): [string, Json][] => {
    if (field.type === type && !field.isList && !field.isMap)
      return [[field.jsonName, settable(form, type, value)]];
    const own = value[field.jsonName];
    if (own !== undefined) return [[field.jsonName, keep(form, field, own)]];
    return field.name === "id" || (field.name.endsWith("_id") && isIdOf(field, type))
      ? [[field.jsonName, id]]
      : [];
  });
  return Object.fromEntries(entries);
}

/** Whether a field such as `instance_id` names a resource of the type `Instance`. */
function isIdOf({ jsonName }: FormField, type: string): boolean {
  return jsonName.toLowerCase() === `${type.slice(type.lastIndexOf(".") + 1)}Id`.toLowerCase();
}

/** Returns the part of a message that a caller can set. */
function settable(form: MethodForm, type: string, value: JsonMap): JsonMap {
  const fields = form.messages[type];
  if (fields === undefined) return value;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const own = Object.hasOwn(value, field.jsonName) ? value[field.jsonName] : undefined;
      return own === undefined ? [] : [[field.jsonName, keep(form, field, own)]];
    }),
  );
}

function keep(form: MethodForm, field: FormField, value: Json): Json {
  if (form.messages[field.type] === undefined) return value;
  const part = (one: Json): Json => (isJsonMap(one) ? settable(form, field.type, one) : one);
  if (field.isList && Array.isArray(value)) return value.map(part);
  if (field.isMap && isJsonMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, part(one)]));
  return part(value);
}

/** Returns a value as a message. */
export function asMessage(value: Json | undefined): JsonMap {
  return isJsonMap(value) ? value : {};
}
