import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { listMessages, structureTable } from "../fields/message-fields.js";
import { isInputOnly } from "../fields/input-only.js";

/**
 * Whether a new element has every OUTPUT_ONLY value that an old one has, at least one, and equal IMMUTABLE and IDENTIFIER
 * values. Programs do not write OUTPUT_ONLY values, so the element is a copy, even if its `id`, `name` or `key` is another.
 */
export function carriesServerValues(table: MessageTable, element: Properties, old: Properties): boolean {
  const values = listServerValues(table, old);
  if (values.length === 0 || !haveSameFixedValues(table, element, old)) return false;
  const carried = new Set(listServerValues(table, element));
  return values.every((text) => carried.has(text));
}

function haveSameFixedValues({ fields }: MessageTable, one: Properties, other: Properties): boolean {
  return fields
    .filter(({ behaviors }) => behaviors.includes("IMMUTABLE") || behaviors.includes("IDENTIFIER"))
    .filter((field) => !isInputOnly(field))
    .every((field) => {
      const [has, had] = [isSerialized(one, field), isSerialized(other, field)];
      if (!has || !had) return has === had;
      return toCanonicalText(readField(one, field)) === toCanonicalText(readField(other, field));
    });
}

/** Lists the OUTPUT_ONLY values of a message, at any depth, each as a text with its place. */
function listServerValues(table: MessageTable, message: Properties, prefix = ""): string[] {
  return table.fields.flatMap((field) => {
    if (!isSerialized(message, field)) return [];
    const path = `${prefix}${field.name}`;
    if (field.behaviors.includes("OUTPUT_ONLY"))
      return [`${path} ${toCanonicalText(readField(message, field))}`];
    const inside = structureTable(field.shape.type);
    if (inside === undefined) return [];
    return listMessages(message, field).flatMap(([key = "", one]) =>
      listServerValues(inside, one, `${path} ${key}.`),
    );
  });
}
