import { isSerialized, readField, type Properties } from "../../table/field-access.js";
import type { Field, MessageTable } from "../../table/table.js";
import { toCanonicalText } from "../fields/canonical-text.js";
import { isInputOnly } from "../fields/input-only.js";
import { listMessages, structureTable } from "../fields/message-fields.js";

/**
 * Whether a new element has every OUTPUT_ONLY value that an old one has, at least one, and equal IMMUTABLE and IDENTIFIER
 * values. Programs do not write OUTPUT_ONLY values, so the element is a copy, even if its `id`, `name` or `key` is another.
 */
export function carriesServerValues(table: MessageTable, element: Properties, old: Properties): boolean {
  const values = listServerValues(table, old);
  if (values.length === 0 || fixedText(table, element) !== fixedText(table, old)) return false;
  const carried = new Set(listServerValues(table, element));
  return values.every((text) => carried.has(text));
}

function fixedText({ fields }: MessageTable, message: Properties): string {
  return fields.flatMap((field) => (isFixed(field) ? textOf(message, field) : [])).join();
}

function isFixed(field: Field): boolean {
  return !isInputOnly(field) && field.behaviors.some((one) => one === "IMMUTABLE" || one === "IDENTIFIER");
}

/** Lists the OUTPUT_ONLY values of a message, at any depth, each as a text with its place. */
function listServerValues(table: MessageTable, message: Properties): string[] {
  return table.fields.flatMap((field) => {
    if (field.behaviors.includes("OUTPUT_ONLY")) return textOf(message, field);
    const inside = structureTable(field.shape.type);
    if (inside === undefined) return [];
    return listMessages(message, field).flatMap(([key = "", one]) =>
      listServerValues(inside, one).map((text) => `${field.name} ${key} ${text}`),
    );
  });
}

function textOf(message: Properties, field: Field): string[] {
  return isSerialized(message, field) ? [`${field.name} ${toCanonicalText(readField(message, field))}`] : [];
}
