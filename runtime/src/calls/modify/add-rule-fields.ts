import type { MessagePlan, PlannedField } from "../../messages/check/plan.js";
import { loadPlan } from "../../messages/check/plan.js";
import { containsInputOnly } from "../../messages/mask/fields/input-only.js";
import { mergedTable, structureTable } from "../../messages/mask/fields/message-fields.js";
import {
  emptyValue,
  isSerialized,
  readField,
  writeField,
  type Properties,
} from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import type { Field, MessageTable } from "../../messages/table/table.js";

/**
 * Adds the unchanged fields that the API's validation rules need, so that a server which validates the request alone accepts
 * it too (conventions, section 4.8): required fields, fields whose default violates a rule, and fields that an expression
 * names. Structures are sent with the needed fields only.
 *
 * Not added is what could lose something: fields that `whole` lacks, OUTPUT_ONLY fields, and lists, maps and members of
 * oneofs with INPUT_ONLY fields inside. Neither message is changed.
 *
 * @param whole the resource after the change, in the form of the request, with everything that was read
 */
export async function addRuleFields(table: MessageTable, request: object, whole: object): Promise<object> {
  const plan = await loadPlan(table);
  // Messages of generated code are plain objects.
  return addToMessage(table, plan, request as Properties, whole as Properties);
}

function addToMessage(
  table: MessageTable,
  plan: MessagePlan,
  request: Properties,
  whole: Properties,
): Properties {
  const result = { ...request };
  for (const field of findNeededFields(plan, request)) addField(field, result, whole);
  addNamed(table, result, whole, plan.cel);
  for (const { field, inside, whole: own } of plan.fields) {
    const structure = inside || own.cel.length > 0 ? mergedTable(field) : undefined;
    if (!structure || !isSerialized(result, field) || !isSerialized(whole, field)) continue;
    // By the table, both are messages.
    const [sent, all] = [readField(result, field), readField(whole, field)] as [Properties, Properties];
    const part = { ...sent };
    // The rules of a field that contains a message name the fields of that message.
    addNamed(structure, part, all, own.cel);
    writeField(result, field, inside ? addToMessage(structure, inside, part, all) : part);
  }
  return result;
}

/** Adds the fields that expressions name to a message. */
function addNamed(
  table: MessageTable,
  request: Properties,
  whole: Properties,
  cel: MessagePlan["cel"],
): void {
  for (const [, , expression] of cel) {
    for (const [, path = ""] of expression.matchAll(/\bthis\.(\w+(?:\.\w+)*)/g))
      addByPath(table, request, whole, path.split("."));
  }
}

/** Adds a field by the path in an expression: `spec.size`. A function after a value is ignored. */
function addByPath(
  table: MessageTable,
  request: Properties,
  whole: Properties,
  [name = "", ...rest]: readonly string[],
): void {
  const field = table.byName.get(name);
  if (!field) return;
  addField(field, request, whole);
  const structure = mergedTable(field);
  if (rest.length === 0 || !structure || !isSerialized(request, field) || !isSerialized(whole, field)) return;
  const inside = { ...(readField(request, field) as Properties) };
  addByPath(structure, inside, readField(whole, field) as Properties, rest);
  writeField(request, field, inside);
}

/** Finds the fields that the rules of a message need in every request with this message. */
function findNeededFields(plan: MessagePlan, request: Properties): readonly Field[] {
  const isUnset = (fields: readonly Field[]): boolean =>
    fields.every((field) => !isSerialized(request, field));
  const groups = [
    ...plan.oneofs.map(({ members }) => members),
    ...plan.choices.filter(({ isRequired }) => isRequired).map(({ fields }) => fields),
  ];
  return [...plan.fields.filter(isNeeded).map(({ field }) => field), ...groups.filter(isUnset).flat()];
}

/** Whether a request without the field violates a rule, or may violate one. */
function isNeeded({ field, required, hasDefault, isOpen, whole }: PlannedField): boolean {
  if (required !== undefined) return true;
  if (!hasDefault) return false;
  return isOpen || whole.rules.some(({ test }) => !test(emptyValue(field), 0));
}

function addField(field: Field, request: Properties, whole: Properties): void {
  if (isSerialized(request, field) || !isSerialized(whole, field)) return;
  const value = copyableValue(field, readField(whole, field));
  if (value !== undefined) writeField(request, field, value);
}

/** Returns the value to send; undefined if sending it could lose something. */
function copyableValue(field: Field, value: unknown): unknown {
  if (field.behaviors.includes("OUTPUT_ONLY")) return undefined;
  const structure = mergedTable(field);
  if (structure) return fill(structure as MessageTable<object>, {});
  return structureTable(field.shape.type)?.once(containsInputOnly) ? undefined : value;
}
