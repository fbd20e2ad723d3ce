import type { MessagePlan, PlannedField } from "../../messages/check/plan.js";
import { planOf } from "../../messages/check/plan.js";
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
 * A request with as much of an unchanged resource as the rules of the API ask for, so that a server which looks at the
 * request alone takes it as well as one that looks at the resource that it makes (conventions, section 4.8): required
 * fields, fields whose defaults would break a rule, and those that an expression names. Structures hold what is asked for
 * in them. Left out is whatever might lose something: what is not in `whole`, what only the server writes, and lists,
 * maps and members of oneofs that have INPUT_ONLY fields inside. Neither message is changed.
 *
 * @param whole the resource after the change, under the request's table, with all that was read
 */
export async function withRuleSiblings(table: MessageTable, request: object, whole: object): Promise<object> {
  const plan = await planOf(table);
  // Messages of generated code are plain objects.
  return completed(table, plan, request as Properties, whole as Properties);
}

function completed(
  table: MessageTable,
  plan: MessagePlan,
  request: Properties,
  whole: Properties,
): Properties {
  const complete = { ...request };
  for (const field of askedFor(plan, request)) carry(field, complete, whole);
  for (const [, , expression] of plan.cel) {
    for (const [, path = ""] of expression.matchAll(/\bthis\.(\w+(?:\.\w+)*)/g))
      carryAt(table, complete, whole, path.split("."));
  }
  for (const { field, inside } of plan.fields) {
    const structure = inside && mergedTable(field);
    if (!structure || !isSerialized(complete, field) || !isSerialized(whole, field)) continue;
    // The table says that both are messages.
    const [sent, all] = [readField(complete, field), readField(whole, field)] as [Properties, Properties];
    writeField(complete, field, completed(structure, inside, sent, all));
  }
  return complete;
}

/** Carries what an expression names: `spec.size`. A function that comes after a value is passed over. */
function carryAt(
  table: MessageTable,
  request: Properties,
  whole: Properties,
  [name = "", ...rest]: readonly string[],
): void {
  const field = table.byName.get(name);
  if (!field) return;
  carry(field, request, whole);
  const structure = mergedTable(field);
  if (rest.length === 0 || !structure || !isSerialized(request, field) || !isSerialized(whole, field)) return;
  const inside = { ...(readField(request, field) as Properties) };
  carryAt(structure, inside, readField(whole, field) as Properties, rest);
  writeField(request, field, inside);
}

/** The fields of a message that its rules want to see in each request that has the message. */
function askedFor(plan: MessagePlan, request: Properties): readonly Field[] {
  const isUnset = (fields: readonly Field[]): boolean =>
    fields.every((field) => !isSerialized(request, field));
  const groups = [
    ...plan.oneofs.map(({ members }) => members),
    ...plan.choices.filter(({ isRequired }) => isRequired).map(({ fields }) => fields),
  ];
  return [...plan.fields.filter(isWanted).map(({ field }) => field), ...groups.filter(isUnset).flat()];
}

/** Whether a request without the field breaks a rule of it, or may break one. */
function isWanted({ field, required, hasDefault, isOpen, whole }: PlannedField): boolean {
  if (required !== undefined) return true;
  if (!hasDefault) return false;
  return isOpen || whole.rules.some(({ test }) => !test(emptyValue(field), 0));
}

function carry(field: Field, request: Properties, whole: Properties): void {
  if (isSerialized(request, field) || !isSerialized(whole, field)) return;
  const value = carriedValue(field, readField(whole, field));
  if (value !== undefined) writeField(request, field, value);
}

/** A value that is sent as it was read; undefined if sending it might lose something. */
function carriedValue(field: Field, value: unknown): unknown {
  if (field.behaviors.includes("OUTPUT_ONLY")) return undefined;
  const structure = mergedTable(field);
  if (structure) return fill(structure as MessageTable<object>, {});
  return structureTable(field.shape.type)?.once(containsInputOnly) ? undefined : value;
}
