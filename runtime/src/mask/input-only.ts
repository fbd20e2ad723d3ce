import { isCarried, type Properties } from "../table/field-access.js";
import type { Field, MessageTable } from "../table/table.js";
import { heldMessages, structureOf } from "./message-fields.js";

/**
 * The path, below a message, of an INPUT_ONLY value that it does not carry
 * though its type has one; undefined where there is none. No response shows
 * such values, so the server may hold one all the same. Structures that are
 * absent and hold more than such values would have been shown, so nothing is
 * missed in them; nor in the members of a oneof beside the one that is set, nor
 * in an INPUT_ONLY structure that is carried, which somebody has written anew.
 */
export function lackedInputOnly(table: MessageTable, message: Properties): readonly string[] | undefined {
  if (!table.once(holdsInputOnly)) return undefined;
  for (const field of table.fields) {
    if (isCarried(message, field)) {
      const inside = structureOf(field.shape.type);
      if (inside === undefined || field.behaviors.includes("INPUT_ONLY")) continue;
      for (const [key, held] of heldMessages(message, field)) {
        const lacked = lackedInputOnly(inside, held);
        if (lacked) return [field.name, ...(key === undefined ? [] : [key]), ...lacked];
      }
    } else if (isNeverShown(field) && (!field.oneof || message[field.oneof.local] === undefined)) {
      return [field.name];
    }
  }
  return undefined;
}

/** Whether messages of a type, or what lies in them, have INPUT_ONLY fields. */
function holdsInputOnly(table: MessageTable): boolean {
  const seen = new Set<MessageTable>();
  const look = (one: MessageTable): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    return one.fields.some((field) => {
      const inside = structureOf(field.shape.type);
      return field.behaviors.includes("INPUT_ONLY") || (inside !== undefined && look(inside));
    });
  };
  return look(table);
}

/** Whether no response shows anything of a field: it is INPUT_ONLY, or a structure that holds nothing else. */
function isNeverShown(field: Field, around: readonly MessageTable[] = []): boolean {
  if (field.behaviors.includes("INPUT_ONLY")) return true;
  const inside = field.shape.kind === "single" ? structureOf(field.shape.type) : undefined;
  if (inside === undefined || inside.fields.length === 0 || around.includes(inside)) return false;
  return inside.fields.every((one) => isNeverShown(one, [...around, inside]));
}
