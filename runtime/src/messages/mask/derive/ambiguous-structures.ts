import type { Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { containsInputOnly } from "../fields/input-only.js";
import { listMessages, reachesField, structureTable } from "../fields/message-fields.js";
import { findRetainedIdentifier } from "./immutable-fields.js";
import type { MessageChange } from "../elements/known-origins.js";
import { ambiguousStructureError } from "./derive-errors.js";
import { findUnmoved } from "../elements/unmoved-messages.js";
import { listVisibleValues, unknownFieldsPath } from "../elements/visible-values.js";

/**
 * Rejects a new structure of unclear origin: it may be the one of its place, changed, or one that was in a field beside it
 * and is no longer there, as in `{ ...spec, boot: { ...spec.spare, size: 5 }, spare: undefined }`. It is accepted if the
 * origin makes no difference: neither has invisible values, unknown fields, or an identifier that a server retains.
 *
 * @throws MaskPathError
 */
export function rejectAmbiguousStructures(
  change: MessageChange<Properties>,
  path: readonly string[] = [],
): void {
  const { table, before, after, knownOrigins } = change;
  // Most types have no two fields of one structure type, and comparing elements is expensive.
  if (!table.once(containsTwins)) return;
  for (const field of table.fields) {
    const inside = structureTable(field.shape.type);
    if (inside === undefined || field.behaviors.includes("OUTPUT_ONLY")) continue;
    const source = findPossibleSource(field, inside, change);
    if (source) throw ambiguousStructureError([...path, field.name], [...path, source.name]);
    for (const [old, now, key] of findUnmoved(field, { table: inside, before, after, knownOrigins })) {
      const place = [...path, field.name, ...(key === undefined ? [] : [key])];
      rejectAmbiguousStructures({ table: inside, before: old, after: now, knownOrigins }, place);
    }
  }
}

/** Finds a field beside the given one from which its new structure may come. */
function findPossibleSource(
  field: Field,
  inside: MessageTable,
  { table, before, after, knownOrigins }: MessageChange<Properties>,
): Field | undefined {
  const [old, now] = [readSingle(before, field), readSingle(after, field)];
  if (
    old === undefined ||
    now === undefined ||
    knownOrigins.has(now) ||
    toCanonicalText(now) === toCanonicalText(old)
  )
    return undefined;
  return table.fields.find((other) => {
    if (other === field || structureTable(other.shape.type) !== inside) return false;
    const [source, there] = [readSingle(before, other), readSingle(after, other)];
    const isInterchangeable =
      source !== undefined && !mayHideValues(inside, source) && !mayHideValues(inside, old);
    if (source === undefined || (isInterchangeable && !findRetainedIdentifier(inside, old, now)))
      return false;
    if (there === undefined) return true;
    const isUnmoved =
      (knownOrigins.get(there) ?? source) === source && toCanonicalText(there) === toCanonicalText(source);
    return !isUnmoved && toCanonicalText(now) === toCanonicalText(source);
  });
}

/** Whether a type, or one that it contains, has two single fields of one structure type. Kept with the table. */
function containsTwins(table: MessageTable): boolean {
  const leadsToTwins = (field: Field): boolean => {
    const type = fieldTable(field);
    return type !== undefined && hasTwins(type);
  };
  return hasTwins(table) || reachesField(table, leadsToTwins, fieldTable);
}

function hasTwins({ fields }: MessageTable): boolean {
  const types = fields.flatMap((field) => (field.shape.kind === "single" ? (fieldTable(field) ?? []) : []));
  return new Set(types).size < types.length;
}

const fieldTable = ({ shape }: Field): MessageTable | undefined => structureTable(shape.type);

/** Reads the structure of a single field. */
function readSingle(message: Properties, field: Field): Properties | undefined {
  return field.shape.kind === "single" ? listMessages(message, field)[0]?.[1] : undefined;
}

/** Whether the server may have values of a message that a program does not see. */
function mayHideValues(table: MessageTable, message: Properties): boolean {
  return (
    table.once(containsInputOnly) ||
    listVisibleValues(table, message).some(({ path }) => path.endsWith(unknownFieldsPath))
  );
}
