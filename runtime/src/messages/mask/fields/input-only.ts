import { isCarried, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { heldMessages, isReached, singleStructure, structureOf } from "./message-fields.js";

/**
 * The path, below a message, of an INPUT_ONLY value that an element of one of
 * its lists does not carry though its type has one; undefined if there is
 * none. A server knows elements by their place alone, so nobody can say whose
 * value it would keep.
 */
export function lackedInLists(table: MessageTable, message: Properties): readonly string[] | undefined {
  return firstBelow(table, message, (field, inside, held) =>
    field.shape.kind === "list" ? lackedInputOnly(inside, held, true) : lackedInLists(inside, held),
  );
}

/**
 * The path, below a message, of an INPUT_ONLY value that it does not carry
 * though its type has one; undefined if there is none. No response shows
 * such values, so the server may hold one all the same. Structures that are
 * absent and hold more than such values would have been shown, so nothing is
 * missed in them; nor in the members of a oneof beside the one that is set.
 *
 * An INPUT_ONLY structure that is carried was written anew. If the mask clears
 * what it lacks, nothing is missed in it either; where it does not, look
 * `intoHidden` ones too.
 */
export function lackedInputOnly(
  table: MessageTable,
  message: Properties,
  intoHidden = false,
): readonly string[] | undefined {
  if (!table.once(holdsInputOnly)) return undefined;
  return (
    lackedItself(table, message) ??
    firstBelow(table, message, (field, inside, held) =>
      isInputOnly(field) && !intoHidden ? undefined : lackedInputOnly(inside, held, intoHidden),
    )
  );
}

/** The same of the message alone, without those below it. */
export function lackedItself(table: MessageTable, message: Properties): readonly string[] | undefined {
  const lacked = table.fields.find(
    (field) =>
      isNeverShown(field) &&
      !isCarried(message, field) &&
      (!field.oneof || message[field.oneof.local] === undefined),
  );
  return lacked && [lacked.name];
}

/** The first path that is found in the structures which a message holds, those aside that the server alone writes. */
function firstBelow(
  table: MessageTable,
  message: Properties,
  look: (field: Field, inside: MessageTable, held: Properties) => readonly string[] | undefined,
): readonly string[] | undefined {
  if (!table.once(holdsInputOnly)) return undefined;
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (!inside?.once(holdsInputOnly) || field.behaviors.includes("OUTPUT_ONLY")) continue;
    for (const [key, held] of heldMessages(message, field)) {
      const found = look(field, inside, held);
      if (found) return [field.name, ...(key === undefined ? [] : [key]), ...found];
    }
  }
  return undefined;
}

/** Whether messages of a type, or what lies in them, have INPUT_ONLY fields. Made once per table. */
export function holdsInputOnly(table: MessageTable): boolean {
  return isReached(table, isInputOnly, ({ shape }) => structureOf(shape.type));
}

/** Whether no response shows anything of a field: it is INPUT_ONLY, or one structure that holds nothing else. */
export function isNeverShown(field: Field): boolean {
  return isInputOnly(field) || (singleStructure(field)?.once(showsNothing) ?? false);
}

/** Whether all that messages of a type hold, however deep, is INPUT_ONLY; an empty type holds nothing and is shown. */
function showsNothing(table: MessageTable): boolean {
  return (
    hides(table) &&
    !isReached(table, isShown, (field) => (isInputOnly(field) ? undefined : singleStructure(field)))
  );
}

function hides(table: MessageTable): boolean {
  return isReached(table, isInputOnly, singleStructure);
}

function isShown(field: Field): boolean {
  const inside = singleStructure(field);
  return !isInputOnly(field) && (inside === undefined || !hides(inside));
}

/** Whether a field is sent in requests only, so that no response shows it. */
export function isInputOnly({ behaviors }: Field): boolean {
  return behaviors.includes("INPUT_ONLY");
}
