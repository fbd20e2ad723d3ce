import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { dataText } from "../fields/data-text.js";
import { holdsInputOnly } from "../fields/input-only.js";
import { heldMessages, isReached, structureOf } from "../fields/message-fields.js";
import { keptIdentifier } from "./held-fields.js";
import type { Succession } from "../elements/lineage.js";
import { unsureStructure } from "./move-refusal.js";
import { sameIn } from "../elements/same-messages.js";
import { shownValues, unknownPath } from "../elements/shown-values.js";

/**
 * Refuses a structure that was made anew if it may be the one of its place, changed, and may be one that was in a
 * field beside it and has gone from there, as in `{ ...spec, boot: { ...spec.spare, size: 5 }, spare: undefined }`.
 * Values of either that no response shows, or that this SDK does not know, would stay or go by a guess; so would an
 * identifier, which a server keeps at its place. If neither has any, it does not matter which of them it is. Throws a `MaskPathError`.
 */
export function requireSureStructures(
  succession: Succession<Properties>,
  path: readonly string[] = [],
): void {
  const { table, before, after, lineage } = succession;
  // Most types have no two structures that could be taken for each other, and elements are costly to compare.
  if (!table.once(leadsToTwins)) return;
  for (const field of table.fields) {
    const inside = structureOf(field.shape.type);
    if (inside === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const source = possibleSource(field, inside, succession);
    if (source) throw unsureStructure([...path, field.name], [...path, source.name]);
    for (const [old, now, key] of sameIn(field, { table: inside, before, after, lineage })) {
      const place = [...path, field.name, ...(key === undefined ? [] : [key])];
      requireSureStructures({ table: inside, before: old, after: now, lineage }, place);
    }
  }
}

/** A field beside one that holds a new structure, from which that may have come. */
function possibleSource(
  field: Field,
  inside: MessageTable,
  { table, before, after, lineage }: Succession<Properties>,
): Field | undefined {
  const [old, now] = [alone(before, field), alone(after, field)];
  if (old === undefined || now === undefined || lineage.has(now) || dataText(now) === dataText(old))
    return undefined;
  return table.fields.find((other) => {
    if (other === field || structureOf(other.shape.type) !== inside) return false;
    const [source, there] = [alone(before, other), alone(after, other)];
    const isAlike = source !== undefined && !hides(inside, source) && !hides(inside, old);
    if (source === undefined || (isAlike && !keptIdentifier(inside, old, now))) return false;
    if (there === undefined) return true;
    const hasStayed = (lineage.get(there) ?? source) === source && dataText(there) === dataText(source);
    return !hasStayed && dataText(now) === dataText(source);
  });
}

/** Whether messages of a type, or what lies in them, have two fields of one structure of the same type. Made once per table. */
function leadsToTwins(table: MessageTable): boolean {
  const isAbove = (field: Field): boolean => {
    const type = typeIn(field);
    return type !== undefined && hasTwins(type);
  };
  return hasTwins(table) || isReached(table, isAbove, typeIn);
}

function hasTwins({ fields }: MessageTable): boolean {
  const types = fields.flatMap((field) => (field.shape.kind === "single" ? (typeIn(field) ?? []) : []));
  return new Set(types).size < types.length;
}

const typeIn = ({ shape }: Field): MessageTable | undefined => structureOf(shape.type);

/** The structure of a field that holds one. */
function alone(message: Properties, field: Field): Properties | undefined {
  return field.shape.kind === "single" ? heldMessages(message, field)[0]?.[1] : undefined;
}

/** Whether there may be more of a message at the server than a program sees. */
function hides(table: MessageTable, message: Properties): boolean {
  return (
    table.once(holdsInputOnly) || shownValues(table, message).some(({ path }) => path.endsWith(unknownPath))
  );
}
