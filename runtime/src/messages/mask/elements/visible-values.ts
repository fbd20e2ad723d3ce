import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/** A value that a response shows of a message or of one inside it. A copy of a message has most of its values. */
export interface VisibleValue {
  /** The proto names that lead to it, without indexes and keys. */
  readonly path: string;
  readonly text: string;
}

/**
 * Lists the visible values of a message, at any depth. A list or map of scalars is one value. INPUT_ONLY fields are not
 * visible.
 */
export function listVisibleValues(
  table: MessageTable,
  message: Properties,
  prefix = "",
): readonly VisibleValue[] {
  const values = table.fields.flatMap((field) => {
    if (field.behaviors.includes("INPUT_ONLY") || !isSerialized(message, field)) return [];
    const path = `${prefix}${field.name}`;
    const inside = structureTable(field.shape.type);
    if (!inside) return [{ path, text: toCanonicalText(readField(message, field)) }];
    return listMessages(message, field).flatMap(([, one]) => listVisibleValues(inside, one, `${path}.`));
  });
  const unknown = message["_unknownFields"];
  if (unknown !== undefined)
    values.push({ path: `${prefix}${unknownFieldsPath}`, text: toCanonicalText(unknown) });
  return values;
}

/** The end of the path of a message's unknown fields. A proto name cannot contain a space. */
export const unknownFieldsPath = "unknown fields";
