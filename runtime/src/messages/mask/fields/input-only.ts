import { isSerialized, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { listMessages, reachesField, singleStructure, structureTable } from "./message-fields.js";

/**
 * Finds an INPUT_ONLY value that is missing in an element of a list: the type has it, and the element omits it. A server
 * identifies elements by index, so it could keep the value in another element.
 *
 * @returns Its path; undefined if there is none.
 */
export function findMissingInLists(table: MessageTable, message: Properties): readonly string[] | undefined {
  return findBelow(table, message, (field, inside, one) =>
    field.shape.kind === "list" ? findMissingInputOnly(inside, one, true) : findMissingInLists(inside, one),
  );
}

/**
 * Finds an INPUT_ONLY value that is missing in a message: the type has it, and the message omits it. No response shows
 * such values, so the server may have one. Nothing is missing in an absent structure with visible fields, because a
 * response would have shown it, nor in the members of a oneof of which another one is set.
 *
 * @param includeInputOnly Whether to search INPUT_ONLY structures too. A structure that the request carries is new, so
 * that nothing is missing in it if the mask clears what it omits. Set this where the mask does not.
 * @returns Its path; undefined if there is none.
 */
export function findMissingInputOnly(
  table: MessageTable,
  message: Properties,
  includeInputOnly = false,
): readonly string[] | undefined {
  if (!table.once(containsInputOnly)) return undefined;
  return (
    findMissingField(table, message) ??
    findBelow(table, message, (field, inside, one) =>
      isInputOnly(field) && !includeInputOnly
        ? undefined
        : findMissingInputOnly(inside, one, includeInputOnly),
    )
  );
}

/** Finds a missing value among the message's fields, without those of the messages in it. */
export function findMissingField(table: MessageTable, message: Properties): readonly string[] | undefined {
  const missing = table.fields.find(
    (field) =>
      isNeverVisible(field) &&
      !isSerialized(message, field) &&
      (!field.oneof || message[field.oneof.local] === undefined),
  );
  return missing && [missing.name];
}

/** Finds the first path in the structures of a message, except OUTPUT_ONLY ones. */
function findBelow(
  table: MessageTable,
  message: Properties,
  find: (field: Field, inside: MessageTable, one: Properties) => readonly string[] | undefined,
): readonly string[] | undefined {
  if (!table.once(containsInputOnly)) return undefined;
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (!inside?.once(containsInputOnly) || field.behaviors.includes("OUTPUT_ONLY")) continue;
    for (const [key, one] of listMessages(message, field)) {
      const found = find(field, inside, one);
      if (found) return [field.name, ...(key === undefined ? [] : [key]), ...found];
    }
  }
  return undefined;
}

/** Whether messages of a type have INPUT_ONLY fields at any depth. The result is kept with the table. */
export function containsInputOnly(table: MessageTable): boolean {
  return reachesField(table, isInputOnly, ({ shape }) => structureTable(shape.type));
}

/** Whether no response shows a field: it is INPUT_ONLY, or a single structure with INPUT_ONLY fields alone. */
export function isNeverVisible(field: Field): boolean {
  return isInputOnly(field) || (singleStructure(field)?.once(isInvisible) ?? false);
}

/** Whether all fields of a type, at any depth, are INPUT_ONLY. A type without fields is visible. */
function isInvisible(table: MessageTable): boolean {
  return (
    leadsToInputOnly(table) &&
    !reachesField(table, isVisible, (field) => (isInputOnly(field) ? undefined : singleStructure(field)))
  );
}

function leadsToInputOnly(table: MessageTable): boolean {
  return reachesField(table, isInputOnly, singleStructure);
}

function isVisible(field: Field): boolean {
  const inside = singleStructure(field);
  return !isInputOnly(field) && (inside === undefined || !leadsToInputOnly(inside));
}

/** Whether a field is sent in requests only, so that no response shows it. */
export function isInputOnly({ behaviors }: Field): boolean {
  return behaviors.includes("INPUT_ONLY");
}
